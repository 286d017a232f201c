//! What must not compile, with what the compiler says about it, and what must.

#[path = "../ui-tests/pass/mod.rs"]
mod pass;

#[test]
fn misuses_do_not_compile() {
    trybuild::TestCases::new().compile_fail("ui-tests/fail/*.rs");
}
