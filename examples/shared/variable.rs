//! Environment variables, read once at start. Each message names the variable and
//! what it accepts, and repeats no value: it may be a password in the wrong place.

use std::env;

pub(super) fn text(name: &str) -> Result<Option<String>, String> {
    match env::var(name) {
        Ok(value) => Ok(Some(value)),
        Err(env::VarError::NotPresent) => Ok(None),
        Err(env::VarError::NotUnicode(_)) => Err(format!("{name} accepts UTF-8 text only")),
    }
}

/// A switch that is off where it is not set. A typo stops the server: it would
/// leave off what its operator believes to be on.
pub(super) fn switch(name: &str, value: Option<&str>) -> Result<bool, String> {
    match value {
        None | Some("false") => Ok(false),
        Some("true") => Ok(true),
        Some(_) => Err(format!("{name} accepts \"true\" and \"false\", the default, only")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_switch_has_two_positions() {
        assert_eq!(switch("X", None), Ok(false));
        assert_eq!(switch("X", Some("false")), Ok(false));
        assert_eq!(switch("X", Some("true")), Ok(true));
        for typo in ["", "TRUE", "1", "yes", " true"] {
            let refusal = switch("X", Some(typo)).err().unwrap_or_default();
            assert!(refusal.starts_with("X accepts \"true\" and \"false\""), "{typo:?}");
        }
    }
}
