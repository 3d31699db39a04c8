//! Says in a sentence when the program was built for a newer processor than this one, instead of dying of an unknown
//! instruction. Chooses nothing.

/// What this processor lacks of what the program was built for; `None` if it lacks nothing.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub fn lacks() -> Option<&'static str> {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    // The usual macro would answer at build time, from what the program was built for.
    if __cpuid(0).eax < 7 {
        return Some("AVX2 and BMI2");
    }
    let newer = __cpuid_count(7, 0).ebx;
    let has = |bit: u32| newer >> bit & 1 != 0;
    match (has(5), has(3) && has(8)) {
        (true, true) => None,
        (false, _) => Some("AVX2"),
        (true, false) => Some("BMI2"),
    }
}

/// Built for every processor of its family.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub fn lacks() -> Option<&'static str> {
    None
}
