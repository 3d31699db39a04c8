//! Random secrets, the hashes under which they are stored, and passwords.
//!
//! Sessions, tokens and mailed codes are random, so that one pass of SHA-256 is enough to store them. Passwords are not, and get
//! argon2id.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::config::Hashing;
use crate::error::{ApiError, ApiResult};
use argon2::{Algorithm, Argon2, Params, Version};
use sha2::{Digest, Sha256};
use std::sync::atomic::Ordering;
use tokio::sync::Semaphore;

/// A text of the lower-case hexadecimal digits of these bytes.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes_of(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes().chunks(2);
    digits.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

/// A new secret of 40 hexadecimal digits.
pub fn secret() -> ApiResult<String> {
    let mut bytes = [0; 20];
    getrandom::fill(&mut bytes).map_err(|_| ApiError::internal("the system gives no random numbers"))?;
    Ok(hex(&bytes))
}

/// What is stored of a secret. The purpose keeps secrets of one kind from being used as another.
pub fn stored(purpose: &str, secret: &str) -> String {
    hex(&Sha256::digest(format!("quadrille {purpose} {secret}").as_bytes()))
}

/// Are two texts equal? Takes the same time wherever they differ.
pub fn same(one: &str, other: &str) -> bool {
    let differences = one.bytes().zip(other.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    one.len() == other.len() && differences == 0
}

/// Hashes passwords, a few at a time.
pub struct Passwords {
    hashing: Hashing,
    /// Hashes computed at the same time: each takes a core and some memory.
    pub places: Semaphore,
}

impl Passwords {
    const AT_ONCE: usize = 2;

    /// Hashes in this way.
    pub fn new(hashing: Hashing) -> Passwords {
        Passwords { hashing, places: Semaphore::new(Self::AT_ONCE) }
    }

    fn digest(&self, password: &str, salt: &[u8], memory: u32, passes: u32) -> ApiResult<String> {
        self.hashing.computed.fetch_add(1, Ordering::Relaxed);
        let broken = |_| ApiError::internal("passwords cannot be hashed");
        let params = Params::new(memory, passes, 1, None).map_err(broken)?;
        let mut digest = [0; 32];
        Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
            .hash_password_into(password.as_bytes(), salt, &mut digest)
            .map_err(broken)?;
        Ok(hex(&digest))
    }

    /// What is stored of a password.
    pub fn hash(&self, password: &str) -> ApiResult<String> {
        let salt = secret()?;
        let (memory, passes) = (self.hashing.memory, self.hashing.passes);
        let digest = self.digest(password, &bytes_of(&salt).unwrap_or_default(), memory, passes)?;
        Ok(format!("argon2id${memory}${passes}${salt}${digest}"))
    }

    /// Is this the password? Without a stored one the answer is no, after the same work.
    pub fn verify(&self, stored: Option<&str>, password: &str) -> ApiResult<bool> {
        let parts: Vec<&str> = stored.unwrap_or_default().split('$').collect();
        if let [_, memory, passes, salt, digest] = parts.as_slice()
            && let (Ok(memory), Ok(passes), Some(salt)) = (memory.parse(), passes.parse(), bytes_of(salt))
        {
            return Ok(same(&self.digest(password, &salt, memory, passes)?, digest));
        }
        self.digest(password, &[0; 20], self.hashing.memory, self.hashing.passes)?;
        Ok(false)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may fail")]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_known_by_its_hash_and_a_wrong_one_costs_as_much() {
        let hashing = Hashing { memory: 64, passes: 1, ..Hashing::default() };
        let passwords = Passwords::new(hashing.clone());
        let [one, other] = [(); 2].map(|()| passwords.hash("correct horse").unwrap());
        assert_ne!(one, other, "salted");
        assert!(!one.contains("correct horse"));
        let cost = |stored: Option<&str>, password: &str| {
            let before = hashing.computed.load(Ordering::Relaxed);
            let is_right = passwords.verify(stored, password).unwrap();
            (is_right, hashing.computed.load(Ordering::Relaxed) - before)
        };
        assert_eq!(cost(Some(&one), "correct horse"), (true, 1));
        assert_eq!(cost(Some(&one), "correct horsf"), (false, 1));
        assert_eq!(cost(None, "correct horse"), (false, 1));
        assert_eq!(cost(Some("damaged"), ""), (false, 1));
    }

    #[test]
    fn a_secret_of_one_kind_is_none_of_another() {
        let secret = secret().unwrap();
        assert_eq!(secret.len(), 40);
        assert_ne!(stored("session", &secret), stored("token", &secret));
        assert!(same("ab", "ab") && !same("ab", "ac") && !same("ab", "abc") && !same("", "a"));
    }
}
