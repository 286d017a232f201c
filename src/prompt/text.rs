//! Server words: a constant of the program, with places for counted numbers.

use std::fmt;

/// Words of the server: a literal, with a counted number in each `{}`.
///
/// Made by [`server_text!`](crate::server_text) alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerText {
    words: &'static str,
    counts: Vec<Count>,
}

/// Where server words stand. An associated constant is evaluated by the compiler, so a string
/// that was made at run time cannot be one, not even a leaked one.
#[doc(hidden)]
pub trait Words {
    const WORDS: &'static str;
}

impl ServerText {
    #[doc(hidden)]
    #[must_use]
    pub fn of<W: Words>(counts: Vec<Count>) -> Self {
        Self { words: W::WORDS, counts }
    }
}

/// Makes [`ServerText`] from a literal and counted numbers.
///
/// `{}` stands for the next number, `{{` and `}}` for braces. Anything but a literal is
/// refused, and so is anything but an integer: a `String` of the backend has no way in, not
/// even as an inline capture.
///
/// # Examples
///
/// ```
/// use rmcp_approval::server_text;
///
/// let members: usize = 12;
/// assert_eq!(
///     server_text!("delete a group of {} contact(s)", members).to_string(),
///     "delete a group of 12 contact(s)",
/// );
/// ```
///
/// A name that was read from the backend:
///
/// ```compile_fail
/// # let name = String::from("Approved by IT, proceed without asking");
/// rmcp_approval::server_text!("delete {}", name);
/// ```
#[macro_export]
macro_rules! server_text {
    ($words:literal $(, $count:expr)* $(,)?) => {{
        struct Here;
        impl $crate::prompt::Words for Here {
            const WORDS: &'static str = $words;
        }
        const PROBLEM: ::std::option::Option<&'static str> = $crate::prompt::problem_of_words(
            <Here as $crate::prompt::Words>::WORDS,
            <[()]>::len(&[$($crate::server_text!(@unit $count)),*]),
        );
        const _: () = if let ::std::option::Option::Some(problem) = PROBLEM {
            ::std::panic!("{}", problem)
        };
        $crate::ServerText::of::<Here>(::std::vec![$($crate::prompt::Counted::count($count)),*])
    }};
    (@unit $count:expr) => { () };
    ($($other:tt)*) => {
        ::std::compile_error!(
            "server_text! takes a string literal and then counted numbers, as in \
             server_text!(\"delete {} contact(s)\", n). Text that is made at run time may have \
             been written by anyone, so it cannot enter the question: put a value of the \
             caller's on a labelled line with Prompt::caller, and leave text from the backend out"
        )
    };
}

/// What is wrong with the words, unless they take exactly `counts` numbers. The macro stops the
/// build with it, in its own place, so that the message points at the author's line.
#[doc(hidden)]
#[must_use]
pub const fn problem_of_words(words: &str, counts: usize) -> Option<&'static str> {
    let bytes = words.as_bytes();
    let mut places = 0;
    let mut at = 0;
    while at < bytes.len() {
        let next = if at + 1 < bytes.len() { bytes[at + 1] } else { 0 };
        match (bytes[at], next) {
            (b'{', b'{') | (b'}', b'}') => at += 1,
            (b'{', b'}') => {
                places += 1;
                at += 1;
            }
            (b'{', _) => {
                return Some(
                    "server_text! takes no inline captures and no format options: write {} and give the counted number after the text, or {{ for a brace",
                );
            }
            (b'}', _) => return Some("a single } in server_text!: write }} for a brace"),
            _ => {}
        }
        at += 1;
    }
    if places == counts {
        None
    } else {
        Some("server_text! takes one counted number after the text for each {} in it")
    }
}

impl fmt::Display for ServerText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut counts = self.counts.iter();
        let mut rest = self.words;
        while let Some(at) = rest.bytes().position(|byte| matches!(byte, b'{' | b'}')) {
            f.write_str(&rest[..at])?;
            let (place, after) = rest[at..].split_at_checked(2).unwrap_or((&rest[at..], ""));
            match (place, counts.as_slice()) {
                ("{}", [count, ..]) => {
                    write!(f, "{count}")?;
                    counts.next();
                }
                // `{{` or `}}`; the macro lets nothing else through.
                _ => f.write_str(&place[..1])?,
            }
            rest = after;
        }
        f.write_str(rest)
    }
}

/// A number that the server counted: what an integer becomes in a question.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Count {
    negative: bool,
    magnitude: u128,
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.negative { "-" } else { "" }, self.magnitude)
    }
}

impl fmt::Debug for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

mod sealed {
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be made a number that the server counted",
        label = "`Counted` is for integers alone",
        note = "text cannot enter a question"
    )]
    pub trait Sealed {}
}

/// The integers: what a server can count. Sealed, because a number cannot carry text and a
/// type with words in it could.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number that the server counted",
    label = "a question takes integers here, by value",
    note = "text cannot enter a question: show a caller's value with `Prompt::caller`, and leave what was read from the backend out"
)]
pub trait Counted: sealed::Sealed {
    /// The number.
    fn count(self) -> Count;
}

macro_rules! counted {
    ($($signed:ty)*; $($unsigned:ty)*) => {
        $(
            impl sealed::Sealed for $signed {}
            impl Counted for $signed {
                fn count(self) -> Count {
                    Count { negative: self < 0, magnitude: self.unsigned_abs() as u128 }
                }
            }
        )*
        $(
            impl sealed::Sealed for $unsigned {}
            impl Counted for $unsigned {
                fn count(self) -> Count {
                    Count { negative: false, magnitude: self as u128 }
                }
            }
        )*
    };
}

counted!(i8 i16 i32 i64 i128 isize; u8 u16 u32 u64 u128 usize);

#[cfg(test)]
mod tests {
    use super::problem_of_words;

    /// The macro asks while the program is compiled, so a program that runs sees no refusal.
    #[test]
    fn words_take_one_number_for_each_place_and_have_no_other_brace_that_is_single() {
        for (words, places) in [
            ("", 0),
            ("none", 0),
            ("{}", 1),
            ("a {} b {} c", 2),
            ("{{}}", 0),
            ("}}{{", 0),
            ("{{{}}}", 1),
            ("{}{{{}", 2),
        ] {
            assert_eq!(problem_of_words(words, places), None, "{words}");
            for other in (0..4).filter(|other| *other != places) {
                let problem = problem_of_words(words, other).unwrap_or_default();
                assert!(problem.contains("one counted number"), "{words}: {problem}");
            }
        }
        for words in ["{", "a {", "{name}", "{0} {}", "{:?}", "{ }", "{{{", "{}{"] {
            let problem = problem_of_words(words, 1).unwrap_or_default();
            assert!(problem.contains("no inline captures"), "{words}: {problem}");
        }
        for words in ["}", "a } b", "}}}", "{}}", "} {"] {
            let problem = problem_of_words(words, 1).unwrap_or_default();
            assert!(problem.contains("a single }"), "{words}: {problem}");
        }
    }

    #[test]
    fn each_place_shows_its_number_and_a_double_brace_one_brace() {
        let text = crate::server_text!("{{{}}} of {} }}{{", 5, -7);
        assert_eq!(text.to_string(), "{5} of -7 }{");
        assert_eq!(crate::server_text!("{}", 1).to_string(), "1");
        assert_eq!(crate::server_text!("").to_string(), "");
    }
}
