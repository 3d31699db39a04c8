//! The headers of database files: which positions a file holds, with a checksum.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{BoardSize, Extras, Plan, read::Bytes};

/// How files begin, with the small layout and with the general one.
const MAGIC_DUEL: [u8; 8] = *b"QUADCGDB";
const MAGIC: [u8; 8] = *b"QUADCGDM";
const VERSION: u32 = 1;

impl Plan {
    /// Bytes of the longest header.
    pub(super) const MAX_HEADER: u64 = 24;

    /// Does a file that begins like this claim to be a database?
    pub(super) fn is_magic(magic: [u8; 8]) -> bool {
        magic == MAGIC || magic == MAGIC_DUEL
    }

    /// Magic, version, files, rows, amazons of both players, extras, checksum.
    pub(super) fn header(&self) -> Vec<u8> {
        let mut out = if self.is_duel() { MAGIC_DUEL } else { MAGIC }.to_vec();
        let (left, right) = self.amazons();
        out.extend(VERSION.to_le_bytes());
        out.extend([self.size().files, self.size().rows, left, right]);
        if !self.is_duel() {
            out.extend([u8::from(self.extras().forms), u8::from(self.extras().minimax), 0, 0]);
        }
        out.extend(crc32fast::hash(&out).to_le_bytes());
        out
    }

    /// Reads the header at the beginning of some bytes.
    pub(super) fn read(bytes: &[u8]) -> Result<Plan, String> {
        let mut head = Bytes(bytes);
        let magic = head.array()?;
        if !Plan::is_magic(magic) {
            return Err("it does not begin like a database".to_owned());
        }
        let version = head.number()?;
        if version != VERSION {
            return Err(format!("its version is {version}, this program reads {VERSION}"));
        }
        let [files, rows, left, right] = head.array()?;
        let [forms, minimax, ..] = if magic == MAGIC { head.array()? } else { [0; 4] };
        let extras = Extras { forms: forms == 1, minimax: minimax == 1 };
        let plan = BoardSize::new(files, rows).and_then(|size| Plan::new(size, left, right, extras).ok());
        let plan = plan.ok_or("its board size is impossible")?;
        match bytes.starts_with(&plan.header()) {
            true => Ok(plan),
            false => Err("the checksum of the header is wrong".to_owned()),
        }
    }
}
