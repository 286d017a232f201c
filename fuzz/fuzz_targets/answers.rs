#![no_main]

#[path = "../../tests/fuzz/mod.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    bodies::answers(data);
});
