//! Says in a sentence when the program was built for a newer processor than this one, instead of dying of an unknown
//! instruction. Chooses nothing.

/// What a processor says of itself, in three words: ECX of leaf 1, EBX of leaf 7, ECX of leaf 0x80000001.
type Words = [u32; 3];

/// What x86-64-v3 takes for granted beyond the first such processors: its name, the word and the bit that tell of it. The
/// system must have switched on OSXSAVE, or there is no AVX even if the processor has it.
const NEEDED: [(&str, usize, u32); 16] = [
    ("SSE3", 0, 0),
    ("SSSE3", 0, 9),
    ("CMPXCHG16B", 0, 13),
    ("SSE4.1", 0, 19),
    ("SSE4.2", 0, 20),
    ("POPCNT", 0, 23),
    ("LAHF", 2, 0),
    ("OSXSAVE", 0, 27),
    ("AVX", 0, 28),
    ("AVX2", 1, 5),
    ("BMI1", 1, 3),
    ("BMI2", 1, 8),
    ("F16C", 0, 29),
    ("FMA", 0, 12),
    ("LZCNT", 2, 5),
    ("MOVBE", 0, 22),
];

/// What this processor lacks of what the program was built for; `None` if it lacks nothing.
pub fn lacks() -> Option<String> {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    // The usual macro would answer at build time, from what the program was built for. What lies beyond the last leaf means
    // nothing.
    let newer = if __cpuid(0).eax >= 7 { __cpuid_count(7, 0).ebx } else { 0 };
    let extended = if __cpuid(0x8000_0000).eax > 0x8000_0000 { __cpuid(0x8000_0001).ecx } else { 0 };
    missing([__cpuid(1).ecx, newer, extended])
}

fn missing(words: Words) -> Option<String> {
    let lacking = NEEDED.iter().filter(|(_, word, bit)| words[*word] >> bit & 1 == 0);
    let names: Vec<&str> = lacking.map(|(name, ..)| *name).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_processor_lacks_is_named() {
        let of = |words| missing(words).unwrap_or_default();
        assert_eq!(of([0x7ffa_fbff, 0x0000_27ab, 0x21]), "", "Haswell, of 2013");
        assert_eq!(of([0x7fba_e3ff, 0x0000_0281, 0x01]), "AVX2, BMI1, BMI2, FMA, LZCNT, MOVBE", "Ivy Bridge");
        assert_eq!(
            of([0x029e_e3ff, 0x0000_0000, 0x01]),
            "OSXSAVE, AVX, AVX2, BMI1, BMI2, F16C, FMA, LZCNT, MOVBE"
        );
        for (name, word, bit) in NEEDED {
            let mut words = [u32::MAX; 3];
            words[word] &= !(1 << bit);
            assert_eq!(of(words), name);
        }
    }

    /// The tests are built like the program, and they run.
    #[test]
    fn this_processor_lacks_nothing() {
        assert_eq!(lacks(), None);
    }
}
