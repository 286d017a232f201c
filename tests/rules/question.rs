//! The question: whatever the caller supplies, it keeps its lines, and shows each value on one of
//! them with nothing hidden in it.
//!
//! How values get into it and what may be seen of them is in `question/shown.rs`.

use proptest::prelude::*;
use rmcp_approval::{
    Caller, Counted, Prompt, server_text,
    testing::{Answer, Revision, connect},
};
use serde_json::json;
use unicode_segmentation::UnicodeSegmentation;

pub mod shown;

use shown::{
    CUT, HEADING, Remove, Server, UNSEEN, assert_nothing_is_hidden, is_mark, question, read_back,
    shown, shown_alone,
};

/// What a hostile caller would think of.
const PARTS: [&str; 30] = [
    "a",
    "Ada Lovelace",
    "\n",
    "\r\n",
    "\n\n  Members: 0",
    "\u{2028}",
    "\u{85}",
    HEADING,
    "\nand 5 more, not shown",
    " ",
    "\u{a0}",
    "\u{3000}",
    "\t",
    "\u{200b}",
    "\u{202e}",
    "\u{2066}",
    "\u{e0041}",
    "\u{fe0f}",
    "\u{301}",
    "\u{1100}",
    "\u{3164}",
    "👩\u{200d}👩\u{200d}👧",
    "https://evil.example",
    "[here](//evil.example)",
    "WWW.",
    "/",
    ":",
    "<U+200B>",
    "<U+",
    CUT,
];

fn any_char() -> impl Strategy<Value = char> + Clone {
    prop_oneof![
        any::<char>(),
        prop::char::range('\0', '\u{3fff}'),
        prop::char::range('\u{f000}', '\u{1ffff}'),
        prop::char::range('\u{e0000}', '\u{e01ff}'),
        prop::sample::select(&UNSEEN),
    ]
}

fn any_value() -> impl Strategy<Value = String> + Clone {
    let chars = any_char().prop_map(String::from);
    let part = prop_oneof![chars, prop::sample::select(&PARTS).prop_map(str::to_owned)];
    let short = prop::collection::vec(part.clone(), 0..12);
    let long = (prop::collection::vec(part, 1..4), 0..500_usize)
        .prop_map(|(parts, times)| vec![parts.concat(); times]);
    prop_oneof![4 => short, 1 => long].prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    /// `shown` compares the lines.
    #[test]
    fn any_values_stay_on_their_lines_with_nothing_hidden(
        values in prop::collection::vec(any_value(), 1..24),
    ) {
        for shown in shown(&values) {
            assert_nothing_is_hidden(&shown);
        }
    }

    /// Two that are shown whole look different if they are different, since each can be read back.
    #[test]
    fn a_value_that_is_not_cut_can_be_read_back(value in any_value()) {
        let shown = shown_alone(&value);
        // Cut values are the longest, so that nothing which is shown whole looks like one.
        if shown.graphemes(true).count() > 200 || shown.chars().count() > 1400 {
            prop_assert!(shown.contains(CUT) && value.chars().count() > 20, "{}", shown);
        } else {
            prop_assert_eq!(read_back(&shown), value, "{}", shown);
        }
    }

    #[test]
    fn one_character_more_or_less_can_be_seen(
        value in prop::collection::vec(any_char(), 0..8), extra in any_char(), at in any::<prop::sample::Index>(),
    ) {
        let mut other = value.clone();
        other.insert(at.index(value.len() + 1), extra);
        let [value, other] = [value, other].map(|chars| chars.into_iter().collect::<String>());
        prop_assert_ne!(shown_alone(&value), shown_alone(&other));
    }

    #[test]
    fn a_long_value_is_cut_in_the_middle(words in 500..5000_u32, other in any_char()) {
        let value = (0..words).map(|n| format!("w{n}")).collect::<Vec<_>>().join(" ");
        let shown = shown_alone(&value);
        let (first, last) = shown.split_once(CUT).expect("it is cut");
        prop_assert!(value.starts_with(first) && value.ends_with(last), "{}", shown);
        prop_assert!(first.len() > 95 && last.len() > 95, "{}", shown);
        // An end that nobody can see is seen as well.
        let marked = shown_alone(&format!("{value}\u{202e}{other}x"));
        prop_assert!(marked.contains("<U+202E>"), "{}", marked);
    }
}

/// Every character that Unicode has named, alone among letters.
#[test]
fn every_character_of_unicode_is_shown_or_written_out() {
    let unnamed = ('\u{20000}'..=char::MAX).step_by(101);
    let all: Vec<char> =
        ('\0'..'\u{20000}').chain('\u{e0000}'..'\u{e0200}').chain(unnamed).collect();
    // Ten at a time, so that no value is cut.
    let values: Vec<String> = all
        .chunks(10)
        .map(|chars| chars.iter().fold("a".to_owned(), |value, c| format!("{value}{c}a")))
        .collect();
    for values in values.chunks(20) {
        for (value, shown) in values.iter().zip(shown(values)) {
            assert_nothing_is_hidden(&shown);
            assert_eq!(&read_back(&shown), value);
        }
    }
}

#[test]
fn ordinary_names_are_shown_as_they_are() {
    let names = [
        "/addressbooks/ada/contacts/",
        "Ada (Byron) Lovelace, 3rd <ada@example.org> & co. [x] {y} 100% #1 `a` *b* _c_ ~d|e^",
        "a:b c/d e:/f 7/8 ww.w",
        "naïve café Łódź Þórður ẞ",
        "nai\u{308}ve cafe\u{301} Vie\u{323}\u{302}t Nam",
        "Ευρώπη Россия Ազգ საქართველო",
        "東京都 上海 서울 각 ｆｕｌｌ",
        "مُحَمَّدٌ عربى ٣٤",
        "שָׁלוֹם",
        "हिन्दी क्षत्रिय बांग्ला স্ত্রী தமிழ் ஸ்ரீ",
        "ภาษาไทย ที่นี่ ພາສາລາວ ភាសាខ្មែរ ស្ត្រី",
        "བསྒྲུབས་",
        // Five marks on the second letter.
        "လျှော့ချ မြန်မာ",
        "👍🏽 🇪🇺 ☂",
        "<Una> <U> <a+b> <+a:b>",
    ];
    for (name, shown) in names.iter().zip(shown(&names)) {
        assert_eq!(&shown, name);
    }
}

#[test]
fn look_alikes_are_told_apart() {
    let alike = [
        "",
        "(empty)",
        "<U+0028>empty)",
        " ",
        "\u{a0}",
        "\u{200b}",
        "\u{2800}",
        "\u{3164}",
        "\u{fffc}",
        "ab",
        "a\u{200b}b",
        "a\u{200c}b",
        "a\u{ad}b",
        "a\u{2060}b",
        "a\u{feff}b",
        "a\u{34f}b",
        "a\u{1d159}b",
        "a\u{e0020}b",
        "a\u{fe0f}b",
        "a<U+200B>b",
        "a<U+003C>U+200B>b",
        "a<u+200b>b",
        "a b",
        "a\u{a0}b",
        "a\u{2009}b",
        "a  b",
        " a b",
        "a b ",
        "a\tb",
        "a\nb",
        "a\r\nb",
        "a\\nb",
        "a\u{2028}b",
        "a\u{202e}b",
        "é",
        "e\u{301}",
        "e\u{301}\u{301}",
        "\u{301}",
        "a://b",
        "a:/<U+002F>b",
        "a:/\u{2215}b",
    ];
    let mut shown: Vec<_> = alike.chunks(20).flat_map(shown).collect();
    assert_eq!(shown[0], "(empty)");
    shown.iter().for_each(|shown| assert_nothing_is_hidden(shown));
    shown.sort();
    shown.dedup();
    assert_eq!(shown.len(), alike.len());
}

#[test]
fn links_are_broken() {
    let links = [
        "https://evil.example",
        "HTTPS:////evil.example",
        "x:///",
        "see www.evil.example or WwW.evil.example",
        "[the book](//evil.example) [x]((y))",
        "<https:evil.example> <MAILTO:a@evil.example> <a+b.c-d:e>",
    ];
    for (link, shown) in links.iter().zip(shown(&links)) {
        for live in ["://", "www.", "](", "<https:", "<mailto:", "<a+"] {
            assert!(!shown.to_lowercase().contains(live), "{shown}");
        }
        assert_eq!(&read_back(&shown), link);
    }
}

#[test]
fn two_hundred_characters_are_shown_whole_and_no_more() {
    // The last one has as many marks as one character may have.
    for part in
        ["a", "東", "e\u{301}", "\u{1100}\u{1161}", "e\u{301}\u{302}\u{303}\u{304}\u{306}\u{307}"]
    {
        let whole = part.repeat(200);
        assert_eq!(shown_alone(&whole), whole);
        let cut = format!("{}{CUT}{}", part.repeat(100), part.repeat(100));
        assert_eq!(shown_alone(&part.repeat(201)), cut);
    }
}

#[test]
fn a_megabyte_takes_one_line() {
    for part in [
        "a",
        "a b ",
        "\n",
        "\u{200b}",
        "\u{301}",
        "\u{1100}",
        "क्",
        "🇪",
        "e\u{301}\u{301}",
        "\u{fdfd}",
    ] {
        let value = part.repeat(1_000_000 / part.len());
        let shown = shown_alone(&value);
        assert!(shown.contains(CUT), "{part:?}");
        assert_nothing_is_hidden(&shown);
        // A letter that goes on without end, as of Hangul, is one character to a person.
        assert!(shown.chars().count() <= 1400 + CUT.chars().count(), "{part:?}");
    }
}

#[test]
fn a_tower_of_marks_does_not_grow_out_of_its_line() {
    for value in
        [format!("e{}", "\u{301}".repeat(20)), "\u{301}e".to_owned(), "a\u{200b}\u{20dd}".into()]
    {
        let shown = shown_alone(&value);
        let runs = shown.split(|c| !is_mark(c)).map(|run| run.chars().count());
        assert!(runs.max() <= Some(6), "{shown}");
        assert!(!shown.starts_with(is_mark) && !shown.contains(">\u{20dd}"), "{shown}");
        assert_eq!(read_back(&shown), value);
    }
}

#[test]
fn twenty_values_are_shown_and_the_rest_is_counted() {
    let names: Vec<String> = (0..25).map(|n| format!("n{n}")).collect();
    for (given, more) in [(19, None), (20, None), (21, Some(1)), (25, Some(5))] {
        let question = question(&names[..given]);
        let names = question.lines().filter(|line| line.starts_with("  Name: ")).count();
        assert_eq!(names, given.min(20));
        let last = question.lines().last().unwrap();
        match more {
            None => assert_eq!(last, format!("  Name: n{}", given - 1)),
            Some(more) => assert_eq!(last, format!("  and {more} more, not shown")),
        }
    }
}

#[test]
fn numbers_are_shown_to_the_last_digit() {
    fn shown(number: impl Counted + Copy) -> String {
        let prompt = Prompt::new(server_text!("{}", number)).counted(server_text!("N"), number);
        let text = prompt.to_string();
        let (headline, line) = text.split_once("\n\n  N: ").expect("two lines");
        assert_eq!(headline, line);
        headline.to_owned()
    }
    macro_rules! each {
        ($($type:ident)*) => { $(
            for number in [$type::MIN, $type::MIN + 1, 0, 1, $type::MAX - 1, $type::MAX] {
                assert_eq!(shown(number), number.to_string());
            }
        )* };
    }
    each!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
}

#[test]
fn a_caller_value_comes_out_of_a_tools_arguments_and_of_nothing_else() {
    let elsewhere = || serde_json::from_str::<Caller<String>>("\"Ada\"").is_err();
    assert!(elsewhere());
    // The control, after which it is as it was.
    assert_eq!(shown_alone("Ada"), "Ada");
    assert!(elsewhere());
}

/// The tests above take a shorter way than the wire; both lead to the same text.
#[tokio::test]
async fn a_client_gets_this_question_and_a_form_that_nobody_has_filled_in() {
    let long = "wort ".repeat(200_000);
    let calls =
        [vec!["Ada"], vec![], PARTS.to_vec(), UNSEEN.map(|_| "").to_vec(), vec![&long, "\n"]];
    for revision in Revision::ALL {
        let person = connect(Server::new()).revision(revision).answer(Answer::Decline).start();
        let person = person.await.unwrap();
        for names in &calls {
            let result = person.call("remove", json!({ "names": names })).await.unwrap();
            assert_eq!(result.is_error, Some(true), "{revision:?}");
            let asked = person.questions().pop().unwrap();
            assert_eq!(asked.message, question(names), "{revision:?}");
            let form = json!({
                "type": "object",
                "properties": {"confirm": {
                    "type": "boolean",
                    "title": "Yes, do this",
                    "description": "Leave this unticked, or decline, and nothing is changed.",
                    "default": false,
                }},
                "required": ["confirm"],
            });
            assert_eq!(serde_json::to_value(&asked.schema).unwrap(), form, "{revision:?}");
        }
        assert_eq!(person.questions().len(), calls.len());
    }
    assert!(question::<&str>(&[]).ends_with(&format!("  Members: {}", Remove::MEMBERS)));
}
