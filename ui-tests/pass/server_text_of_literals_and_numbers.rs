//! Server words take literals of every spelling, braces, and integers of every width.

use rmcp_approval::{Prompt, server_text};

macro_rules! delete {
    ($what:literal, $count:expr) => {
        server_text!($what, $count)
    };
}

#[test]
fn it_compiles() {
    let (count, total) = (2_usize, -1_i8);
    for (text, expected) in [
        (server_text!("delete"), "delete"),
        (server_text!("delete {} of {}", count, total), "delete 2 of -1"),
        (server_text!("delete {}", u128::MAX), "delete 340282366920938463463374607431768211455"),
        (server_text!("delete {{{}}}", count + 1,), "delete {3}"),
        (server_text!(r#"delete "{}""#, 1_u16), "delete \"1\""),
        (
            server_text!(
                "delete \
                 {}",
                i128::MIN
            ),
            "delete -170141183460469231731687303715884105728",
        ),
        (delete!("delete {}", 7_u8), "delete 7"),
    ] {
        assert_eq!(text.to_string(), expected);
        assert_eq!(Prompt::new(text).to_string(), expected);
    }
}
