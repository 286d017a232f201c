//! WebDAV XML: the bodies of the reading requests, and what comes back for them.

use roxmltree::{Document, Node};

use super::{
    error::Error,
    values::{ETag, Uid},
};

const DAV: &str = "DAV:";
const CARDDAV: &str = "urn:ietf:params:xml:ns:carddav";

pub(super) const DISCOVER: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav"><prop>
<current-user-principal/><c:addressbook-home-set/>
</prop></propfind>"#;

pub(super) const COLLECTIONS: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:"><prop>
<resourcetype/><displayname/><current-user-privilege-set/>
</prop></propfind>"#;

/// Every card of a book, without the properties that a list does not show.
pub(super) const ALL_CARDS: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<c:addressbook-query xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav">
<prop><c:address-data>
<c:prop name="VERSION"/><c:prop name="UID"/><c:prop name="FN"/><c:prop name="ORG"/>
<c:prop name="TEL"/><c:prop name="EMAIL"/><c:prop name="KIND"/><c:prop name="MEMBER"/>
<c:prop name="X-ADDRESSBOOKSERVER-KIND"/><c:prop name="X-ADDRESSBOOKSERVER-MEMBER"/>
</c:address-data></prop>
<filter xmlns="urn:ietf:params:xml:ns:carddav"><prop-filter name="FN"/></filter>
</c:addressbook-query>"#;

/// The cards that may have this UID. Servers match loosely: look again.
pub(super) fn cards_with(uid: &Uid) -> String {
    format!(
        r#"<?xml version="1.0" encoding="utf-8"?>
<c:addressbook-query xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav">
<prop><c:address-data><c:prop name="VERSION"/><c:prop name="UID"/></c:address-data></prop>
<c:filter><c:prop-filter name="UID">
<c:text-match match-type="equals">{}</c:text-match>
</c:prop-filter></c:filter>
</c:addressbook-query>"#,
        escape(uid.as_str())
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// One `response` of a multistatus, with the properties that were found.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Resource {
    pub(super) href: String,
    /// The status of the whole response; a property query gives none.
    pub(super) status: Option<u16>,
    pub(super) etag: Option<ETag>,
    pub(super) display_name: Option<String>,
    pub(super) is_address_book: bool,
    /// `None` where the server does not say what the account may do.
    pub(super) writable: Option<bool>,
    pub(super) card: Option<String>,
    pub(super) principal: Option<String>,
    pub(super) homes: Vec<String>,
}

/// Reads a multistatus, whatever prefixes the server gave the namespaces.
pub(super) fn parse(xml: &str) -> Result<Vec<Resource>, Error> {
    let document = Document::parse(xml).map_err(|_| Error::Malformed("XML"))?;
    let root = document.root_element();
    if !root.has_tag_name((DAV, "multistatus")) {
        return Err(Error::Malformed("a multistatus"));
    }
    Ok(children(root, DAV, "response").map(resource).collect())
}

fn resource(response: Node) -> Resource {
    let mut resource = Resource {
        href: child_text(response, DAV, "href").unwrap_or_default(),
        status: child_text(response, DAV, "status").and_then(|line| status_code(&line)),
        ..Resource::default()
    };
    for propstat in children(response, DAV, "propstat") {
        let status = child_text(propstat, DAV, "status").and_then(|line| status_code(&line));
        // A property that was not found is listed too, under a 404.
        if status.is_some_and(|status| (200..300).contains(&status)) {
            for property in children(propstat, DAV, "prop").flat_map(|prop| prop.children()) {
                resource.read(property);
            }
        }
    }
    resource
}

impl Resource {
    fn read(&mut self, property: Node) {
        let tag = property.tag_name();
        match (tag.namespace(), tag.name()) {
            (Some(DAV), "getetag") => self.etag = ETag::parse(&text(property)),
            (Some(DAV), "displayname") => self.display_name = Some(text(property)),
            (Some(DAV), "resourcetype") => {
                self.is_address_book = children(property, CARDDAV, "addressbook").count() > 0;
            }
            (Some(DAV), "current-user-privilege-set") => self.writable = Some(may_write(property)),
            (Some(DAV), "current-user-principal") => {
                self.principal = child_text(property, DAV, "href");
            }
            (Some(CARDDAV), "addressbook-home-set") => {
                self.homes = children(property, DAV, "href").map(text).collect();
            }
            (Some(CARDDAV), "address-data") => self.card = Some(text(property)),
            _ => {}
        }
    }
}

fn may_write(privileges: Node) -> bool {
    privileges.descendants().any(|node| {
        ["all", "write", "write-content", "bind"].iter().any(|name| node.has_tag_name((DAV, *name)))
    })
}

/// The code of a status line such as `HTTP/1.1 200 OK`.
fn status_code(line: &str) -> Option<u16> {
    line.split_whitespace().nth(1)?.parse().ok()
}

fn children<'a, 'input>(
    parent: Node<'a, 'input>,
    namespace: &'static str,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'input>> {
    parent.children().filter(move |node| node.has_tag_name((namespace, name)))
}

fn child_text(parent: Node, namespace: &'static str, name: &'static str) -> Option<String> {
    children(parent, namespace, name).next().map(|child| text(child).trim().to_owned())
}

/// All the text below a node: a CDATA section or a comment splits it.
fn text(node: Node) -> String {
    let pieces = node.descendants().filter(Node::is_text);
    pieces.filter_map(|piece| piece.text()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_are_the_servers_choice() {
        let xml = r#"<x:multistatus xmlns:x="DAV:"><x:response><x:href>/a/</x:href>
            <x:propstat><x:prop><x:resourcetype><x:collection/>
              <y:addressbook xmlns:y="urn:ietf:params:xml:ns:carddav"/></x:resourcetype>
              <x:getetag>2c-64a</x:getetag></x:prop>
              <x:status>HTTP/1.1 200 OK</x:status></x:propstat>
            <x:propstat><x:prop><x:displayname>no</x:displayname></x:prop>
              <x:status>HTTP/1.1 404 Not Found</x:status></x:propstat>
            </x:response></x:multistatus>"#;
        let expected = Resource {
            href: "/a/".to_owned(),
            etag: ETag::parse("\"2c-64a\""),
            is_address_book: true,
            ..Resource::default()
        };
        assert_eq!(parse(xml).ok(), Some(vec![expected]));
    }

    #[test]
    fn a_missing_resource_is_a_status_inside() {
        let xml = r#"<multistatus xmlns="DAV:"><response><href>/a/x.vcf</href>
            <status>HTTP/1.1 404 Not Found</status></response></multistatus>"#;
        let resources = parse(xml).unwrap_or_default();
        assert_eq!(resources.first().and_then(|r| r.status), Some(404));
    }

    #[test]
    fn what_is_no_multistatus_is_refused() {
        assert!(parse("<html/>").is_err());
        assert!(parse("not XML").is_err());
    }

    #[test]
    fn a_uid_cannot_add_elements() {
        let uid = Uid::try_from("</c:text-match><c:x/>&".to_owned());
        let body = uid.map(|uid| cards_with(&uid)).unwrap_or_default();
        assert!(body.contains("&lt;/c:text-match&gt;&lt;c:x/&gt;&amp;"));
    }
}
