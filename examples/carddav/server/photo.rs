//! `get_contact_photo`: the picture that a card carries. A link to one is reported
//! and never followed: whoever wrote the card chose where it leads.

use base64::{Engine, prelude::BASE64_STANDARD};
use calcard::vcard::{VCardProperty, VCardValue};
use rmcp::{
    ErrorData,
    handler::server::{tool::IntoCallToolResult, wrapper::Json},
    model::{CallToolResponse, ContentBlock},
};

use super::{
    answers::{PhotoAnswer, PhotoKind, Untrusted},
    arguments::CardArgs,
    books::AddressBooks,
    card::Card,
    error::Error,
};

const PHOTO_LIMIT: usize = 2 * 1024 * 1024;

/// More of a link than this is no address.
const LINK_LIMIT: usize = 2048;

/// The kinds of picture that are handed over, by how they begin: what the card says
/// about them may be wrong. SVG is not among them, because it can hold scripts.
const KINDS: [(&str, &[u8]); 4] = [
    ("image/jpeg", b"\xff\xd8\xff"),
    ("image/png", b"\x89PNG\r\n\x1a\n"),
    ("image/gif", b"GIF8"),
    ("image/webp", b"RIFF"),
];

/// What the tool answers, and the picture itself as an image block.
pub(super) struct PhotoResult {
    answer: PhotoAnswer,
    picture: Option<String>,
}

impl AddressBooks {
    pub(super) async fn get_contact_photo(&self, args: CardArgs) -> Result<PhotoResult, Error> {
        self.book(&args.address_book).await?;
        let (card, _) = self.contact(&args.address_book, &args.uid).await?;
        Ok(PhotoResult::of(&card))
    }
}

impl PhotoResult {
    /// The first picture that can be handed over, else why there is none.
    fn of(card: &Card) -> Self {
        let photos = card.values(&VCardProperty::Photo).map(|value| Self::read(card, value));
        let mut photos: Vec<_> = photos.collect();
        let best = photos.iter().position(|photo| photo.picture.is_some()).unwrap_or(0);
        if photos.is_empty() {
            Self::without(card, PhotoKind::None)
        } else {
            photos.swap_remove(best)
        }
    }

    fn read(card: &Card, value: &VCardValue) -> Self {
        let bytes = match value {
            VCardValue::Binary(data) => data.data.as_slice(),
            value => value.as_text().unwrap_or_default().as_bytes(),
        };
        let kind = KINDS.iter().find(|(_, beginning)| bytes.starts_with(beginning));
        match (kind, value.as_text()) {
            (Some(_), _) if bytes.len() > PHOTO_LIMIT => {
                let mut photo = Self::without(card, PhotoKind::TooLarge);
                photo.answer.bytes = Some(bytes.len());
                photo
            }
            (Some((media_type, _)), _) => {
                let mut photo = Self::without(card, PhotoKind::Embedded);
                photo.answer.media_type = Some(media_type);
                photo.answer.bytes = Some(bytes.len());
                photo.picture = Some(BASE64_STANDARD.encode(bytes));
                photo
            }
            (None, Some(link)) if is_link(link) => {
                let mut photo = Self::without(card, PhotoKind::Link);
                photo.answer.link = Some(link.to_owned());
                photo
            }
            _ => Self::without(card, PhotoKind::Unreadable),
        }
    }

    fn without(card: &Card, photo: PhotoKind) -> Self {
        let uid = card.uid.clone();
        let answer = PhotoAnswer { uid, photo, media_type: None, bytes: None, link: None };
        Self { answer, picture: None }
    }
}

fn is_link(text: &str) -> bool {
    let is_address = reqwest::Url::parse(text).is_ok_and(|url| url.scheme() != "data");
    is_address && text.len() <= LINK_LIMIT
}

impl IntoCallToolResult for PhotoResult {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        let media_type = self.answer.media_type.unwrap_or_default();
        let answered = Json(Untrusted::new(self.answer)).into_call_tool_result()?;
        let CallToolResponse::Complete(mut result) = answered else {
            return Ok(answered);
        };
        let picture = self.picture.map(|picture| ContentBlock::image(picture, media_type));
        result.content.extend(picture);
        Ok(result.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn photo(lines: &str) -> Option<(PhotoKind, Option<&'static str>, Option<String>)> {
        let card = format!("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:x\r\nFN:X\r\n{lines}END:VCARD\r\n");
        let photo = PhotoResult::of(&Card::read(&card)?);
        Some((photo.answer.photo, photo.answer.media_type, photo.picture))
    }

    #[test]
    fn a_picture_is_known_by_its_bytes() {
        let embedded =
            |kind, base64: &str| Some((PhotoKind::Embedded, Some(kind), Some(base64.to_owned())));
        let jpeg = embedded("image/jpeg", "/9j/4AAQSkZJRg==");
        assert_eq!(photo("PHOTO:data:image/gif;base64,/9j/4AAQSkZJRg==\r\n"), jpeg);
        assert_eq!(photo("PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ\r\n SkZJRg==\r\n"), jpeg);
        assert_eq!(photo("PHOTO;JPEG;ENCODING=BASE64:/9j/4AAQ\r\n SkZJRg==\r\n\r\n"), jpeg);
        let gif = embedded("image/gif", "R0lGODlh");
        assert_eq!(photo("PHOTO;ENCODING=b:R0lGODlh\r\n"), gif);
    }

    #[test]
    fn what_is_no_picture_is_not_handed_over() {
        let svg = "PHOTO:data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=\r\n";
        for lines in [svg, "PHOTO:data:image/gif\\;base64\r\n", "PHOTO:\r\n", "PHOTO:nothing\r\n"] {
            assert_eq!(photo(lines), Some((PhotoKind::Unreadable, None, None)), "{lines}");
        }
        assert_eq!(photo(""), Some((PhotoKind::None, None, None)));
        let link = "PHOTO;VALUE=uri:https://example.org/a.gif\r\n";
        assert_eq!(photo(link), Some((PhotoKind::Link, None, None)));
    }

    #[test]
    fn a_picture_has_an_end() {
        let mut picture = KINDS[0].1.to_vec();
        for (length, kind) in
            [(PHOTO_LIMIT, PhotoKind::Embedded), (PHOTO_LIMIT + 1, PhotoKind::TooLarge)]
        {
            picture.resize(length, 0xff);
            let line = format!("PHOTO;ENCODING=b:{}\r\n", BASE64_STANDARD.encode(&picture));
            assert!(photo(&line).is_some_and(|(found, _, picture)| {
                picture.is_some() == (found == PhotoKind::Embedded) && found == kind
            }));
        }
    }

    #[test]
    fn a_picture_goes_before_a_link() {
        let both = "PHOTO:https://example.org/a\r\nPHOTO;ENCODING=b:R0lGODlh\r\n";
        assert!(photo(both).is_some_and(|(kind, _, picture)| {
            kind == PhotoKind::Embedded && picture.is_some()
        }));
    }
}
