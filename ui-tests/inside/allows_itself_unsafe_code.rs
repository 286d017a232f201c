//! E0453: another module allows itself to make a person of bytes

#[allow(unsafe_code)]
pub(crate) fn forge() -> crate::elicitation::Person {
    todo!()
}
