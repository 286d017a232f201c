//! What a CardDAV server answers.

use arbitrary::{Result, Unstructured};

use super::{
    super::text,
    multistatus::{names_precondition, parse},
};

const PARTS: [&str; 34] = [
    "<multistatus xmlns=\"DAV:\">",
    "</multistatus>",
    "<response>",
    "</response>",
    "<href>",
    "</href>",
    "<propstat>",
    "</propstat>",
    "<prop>",
    "</prop>",
    "<status>",
    "</status>",
    "HTTP/1.1 200 OK",
    "HTTP/1.1 99999999999999999999",
    "HTTP/1.1",
    "<getetag>",
    "</getetag>",
    "\"2c\"",
    "W/",
    "<sync-token/>",
    "<resourcetype><collection/></resourcetype>",
    "<address-data xmlns=\"urn:ietf:params:xml:ns:carddav\">",
    "</address-data>",
    "<current-user-privilege-set/>",
    "<displayname>",
    "</displayname>",
    "<![CDATA[",
    "]]>",
    "<!-- ",
    "-->",
    "&lt;",
    "&x;",
    "<?xml version=\"1.0\"?>",
    "<!DOCTYPE a [<!ENTITY x \"&x;\">]>",
];

/// A multistatus with whatever in it, or no XML at all.
fn xml(from: &mut Unstructured<'_>) -> Result<String> {
    if from.ratio(1, 4)? {
        return text(from, &PARTS, 40);
    }
    let mut xml = "<multistatus xmlns=\"DAV:\">".to_owned();
    for _ in 0..from.int_in_range(0..=5)? {
        let (href, status) = (text(from, &PARTS[12..14], 1)?, from.choose(&PARTS[12..15])?);
        let property = from.choose(&["getetag", "displayname", "resourcetype", "x"])?;
        let value = text(from, &PARTS[12..], 3)?;
        xml += &format!(
            "<response><href>{href}</href><propstat><prop><{property}>{value}</{property}></prop>\
             <status>{status}</status></propstat></response>"
        );
    }
    Ok(xml + "</multistatus>")
}

pub(in super::super) fn answers(from: &mut Unstructured<'_>) -> Result<bool> {
    let xml = xml(from)?;
    let _ = names_precondition(&xml, from.choose(&["valid-sync-token", ""])?);
    let Ok(answer) = parse(&xml) else { return Ok(false) };
    // Each resource is one that the server named, and none is made up.
    assert!(answer.resources.len() <= xml.matches("response").count());
    for resource in &answer.resources {
        assert_eq!(resource.href, resource.href.trim());
    }
    assert_ne!(answer.sync_token.as_deref(), Some(""));
    Ok(true)
}
