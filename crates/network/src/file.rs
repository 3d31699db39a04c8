//! The file of a network: reading checks everything that inference relies on, and writing gives back the same bytes.
//!
//! All numbers are little-endian: the magic bytes, the version, the name of the inputs (length and text), the number of inputs, the
//! width, the number of buckets, the points of a unit, the card (length and text), the weights of all inputs, the biases, the output weights by
//! bucket, the output biases, and a CRC-32 of everything before it.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    Network,
    inference::{MOST_OUTPUT, MOST_WIDTH},
};

const MAGIC: &[u8; 8] = b"QUADNET\n";
const VERSION: u32 = 1;
/// The largest file that is read. The networks that ship are below 1 MB.
const MOST_BYTES: usize = 16 << 20;
const MOST_POINTS: i32 = 100_000;
const MOST_OUTPUT_BIAS: i32 = 1 << 24;

/// What a game expects of its networks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The name of the inputs, which changes whenever their meaning does.
    pub name: &'static str,
    /// The number of inputs.
    pub inputs: usize,
    /// How many of them can be active for one side at the same time.
    pub most_active: usize,
    /// The number of buckets.
    pub buckets: usize,
}

/// Why a file is not a network of the expected shape. Each message is the end of a sentence that begins with the file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetworkError {
    /// It does not begin like a network.
    #[error("is not a network: it does not begin with 'QUADNET'")]
    NoNetwork,
    /// It is too large.
    #[error("has {0} bytes; a network has at most {MOST_BYTES}")]
    TooLarge(usize),
    /// It ends too early or has bytes left over.
    #[error("has {found} bytes where its header promises {expected}")]
    WrongLength {
        /// The bytes there are.
        found: usize,
        /// The bytes there should be.
        expected: usize,
    },
    /// The version of the format is unknown.
    #[error("has version {0} of the format; expected {VERSION}")]
    Version(u32),
    /// A number of the header is not what the game expects.
    #[error("has {what} '{found}'; expected '{expected}'")]
    Unexpected {
        /// What it is.
        what: &'static str,
        /// Its value in the file.
        found: String,
        /// The value of the game.
        expected: String,
    },
    /// The checksum is wrong.
    #[error("is damaged: its checksum is {found:08x}; expected {expected:08x}")]
    Checksum {
        /// The checksum of the bytes.
        found: u32,
        /// The checksum in the file.
        expected: u32,
    },
    /// A weight is so large that sums could overflow.
    #[error("has {0} too large for the arithmetic of 16 bits")]
    Range(&'static str),
}

/// Bytes that are still to be read.
struct Reader<'a> {
    bytes: &'a [u8],
    /// Bytes of the whole file.
    total: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], NetworkError> {
        let done = self.total - self.bytes.len();
        let error = NetworkError::WrongLength { found: self.total, expected: done.saturating_add(count) };
        let (taken, rest) = self.bytes.split_at_checked(count).ok_or(error)?;
        self.bytes = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], NetworkError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    fn u32(&mut self) -> Result<u32, NetworkError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    fn i32(&mut self) -> Result<i32, NetworkError> {
        Ok(i32::from_le_bytes(self.array()?))
    }

    fn text(&mut self) -> Result<String, NetworkError> {
        let length = self.u32()? as usize;
        Ok(String::from_utf8_lossy(self.take(length)?).into_owned())
    }

    /// A row of weights, none further from zero than `most`.
    fn row<const WIDTH: usize>(
        &mut self,
        most: i16,
        what: &'static str,
    ) -> Result<[i16; WIDTH], NetworkError> {
        let mut row = [0; WIDTH];
        for value in &mut row {
            *value = i16::from_le_bytes(self.array()?);
            if value.unsigned_abs() > most.unsigned_abs() {
                return Err(NetworkError::Range(what));
            }
        }
        Ok(row)
    }
}

impl Shape {
    /// The largest weight of an input: with the most active inputs and a bias as large, an accumulator stays within an `i16`.
    pub fn most_weight(&self) -> i16 {
        (i16::MAX as usize / (self.most_active + 1)) as i16
    }
}

impl<const WIDTH: usize> Network<WIDTH> {
    /// Reads a network of this shape.
    pub fn read(bytes: &[u8], shape: &Shape) -> Result<Self, NetworkError> {
        const { assert!(WIDTH <= MOST_WIDTH && WIDTH.is_multiple_of(16)) };
        if bytes.len() > MOST_BYTES {
            return Err(NetworkError::TooLarge(bytes.len()));
        }
        if !bytes.starts_with(MAGIC) {
            return Err(NetworkError::NoNetwork);
        }
        let mut reader = Reader { bytes, total: bytes.len() };
        reader.take(MAGIC.len())?;
        let version = reader.u32()?;
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        let name = reader.text()?;
        expect("inputs", &name, &shape.name.to_string())?;
        expect("number of inputs", &(reader.u32()? as usize), &shape.inputs)?;
        expect("width", &(reader.u32()? as usize), &WIDTH)?;
        expect("number of buckets", &(reader.u32()? as usize), &shape.buckets)?;
        let points = reader.i32()?;
        if !(1..=MOST_POINTS).contains(&points) {
            return Err(NetworkError::Range("a number of points"));
        }
        let card = reader.text()?;
        let expected = reader.total - reader.bytes.len()
            + 2 * WIDTH * (shape.inputs + 1 + 2 * shape.buckets)
            + 4 * shape.buckets
            + 4;
        if bytes.len() != expected {
            return Err(NetworkError::WrongLength { found: bytes.len(), expected });
        }
        if let Some((covered, checksum)) = bytes.split_last_chunk::<4>() {
            let (found, expected) = (crc32fast::hash(covered), u32::from_le_bytes(*checksum));
            if found != expected {
                return Err(NetworkError::Checksum { found, expected });
            }
        }
        let most = shape.most_weight();
        let weights: Result<_, _> = (0..shape.inputs).map(|_| reader.row(most, "a weight")).collect();
        let (weights, biases) = (weights?, reader.row(most, "a bias")?);
        let mut outputs = Vec::with_capacity(shape.buckets);
        for _ in 0..shape.buckets {
            outputs.push([
                reader.row(MOST_OUTPUT, "an output weight")?,
                reader.row(MOST_OUTPUT, "an output weight")?,
            ]);
        }
        let output_biases: Result<Vec<i32>, _> = (0..shape.buckets).map(|_| reader.i32()).collect();
        let output_biases = output_biases?;
        if output_biases.iter().any(|bias| !(-MOST_OUTPUT_BIAS..=MOST_OUTPUT_BIAS).contains(bias)) {
            return Err(NetworkError::Range("an output bias"));
        }
        Ok(Network { weights, biases, outputs, output_biases, points, card, digest: digest(bytes) })
    }

    /// A network of these numbers, which are rounded to steps and clipped to their ranges: the weights of all inputs, the biases, the
    /// output weights of both sides by bucket, and the output biases.
    pub fn quantised(
        shape: &Shape,
        points: i32,
        card: String,
        weights: &[[f32; WIDTH]],
        biases: &[f32; WIDTH],
        outputs: &[[[f32; WIDTH]; 2]],
        output_biases: &[f32],
    ) -> Self {
        let (unit, output) = (f32::from(crate::PARTS_PER_UNIT), f32::from(crate::PARTS_PER_OUTPUT));
        let most = f32::from(shape.most_weight());
        let steps = |value: f32| (value * unit).round().clamp(-most, most) as i16;
        let most_output = f32::from(MOST_OUTPUT);
        let output_steps = |value: f32| (value * output).round().clamp(-most_output, most_output) as i16;
        let bias_steps = |value: f32| (value * unit * output).round().clamp(-1e7, 1e7) as i32;
        let mut network = Network {
            weights: weights.iter().map(|row| row.map(steps)).collect(),
            biases: biases.map(steps),
            outputs: outputs.iter().map(|sides| sides.map(|row| row.map(output_steps))).collect(),
            output_biases: output_biases.iter().map(|&bias| bias_steps(bias)).collect(),
            points,
            card,
            digest: 0,
        };
        network.digest = digest(&network.write(shape));
        network
    }

    /// The bytes of the file.
    pub fn write(&self, shape: &Shape) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let number = |bytes: &mut Vec<u8>, value: u32| bytes.extend(value.to_le_bytes());
        number(&mut bytes, VERSION);
        number(&mut bytes, shape.name.len() as u32);
        bytes.extend(shape.name.as_bytes());
        for value in [shape.inputs, WIDTH, shape.buckets] {
            number(&mut bytes, value as u32);
        }
        bytes.extend(self.points.to_le_bytes());
        number(&mut bytes, self.card.len() as u32);
        bytes.extend(self.card.as_bytes());
        let rows = self.weights.iter().chain([&self.biases]).chain(self.outputs.iter().flatten());
        bytes.extend(rows.flatten().flat_map(|value| value.to_le_bytes()));
        bytes.extend(self.output_biases.iter().flat_map(|value| value.to_le_bytes()));
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }
}

fn expect<T: PartialEq + ToString>(what: &'static str, found: &T, expected: &T) -> Result<(), NetworkError> {
    match found == expected {
        true => Ok(()),
        false => {
            let found: String = found.to_string().chars().take(60).flat_map(char::escape_default).collect();
            Err(NetworkError::Unexpected { what, found, expected: expected.to_string() })
        }
    }
}

/// The digest of a file: FNV-1a of 64 bits (Fowler, Noll and Vo).
pub fn digest(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
