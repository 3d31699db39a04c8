//! `cargo fuzz run aei`; the law is in `fuzz/src/lib.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    fuzz::check(env!("CARGO_BIN_NAME"), input);
});
