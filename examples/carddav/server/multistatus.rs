//! The WebDAV XML that comes back from the server.

use roxmltree::{Document, Node};

use super::{error::Error, values::ETag};

const DAV: &str = "DAV:";
const CARDDAV: &str = "urn:ietf:params:xml:ns:carddav";
const SYNC: &str = "sync-collection";

#[derive(Debug, Default, PartialEq)]
pub(super) struct Multistatus {
    pub(super) resources: Vec<Resource>,
    /// Where the next list of changes begins.
    pub(super) sync_token: Option<String>,
}

/// One `response` of a multistatus, with the properties that were found.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Resource {
    pub(super) href: String,
    /// The status of the whole response; a property query gives none.
    pub(super) status: Option<u16>,
    pub(super) etag: Option<ETag>,
    pub(super) is_collection: bool,
    pub(super) display_name: Option<String>,
    pub(super) is_address_book: bool,
    /// `None` where the server does not say what the account may do.
    pub(super) writable: Option<bool>,
    pub(super) lists_changes: bool,
    pub(super) card: Option<String>,
    pub(super) principal: Option<String>,
    pub(super) homes: Vec<String>,
}

/// Reads a multistatus, whatever prefixes the server gave the namespaces.
pub(super) fn parse(xml: &str) -> Result<Multistatus, Error> {
    let document = Document::parse(xml).map_err(|_| Error::Malformed("XML"))?;
    let root = document.root_element();
    if !root.has_tag_name((DAV, "multistatus")) {
        return Err(Error::Malformed("a multistatus"));
    }
    Ok(Multistatus {
        resources: children(root, DAV, "response").map(resource).collect(),
        sync_token: child_text(root, DAV, "sync-token").filter(|token| !token.is_empty()),
    })
}

/// Whether a refusal names this precondition (RFC 4918, section 16).
pub(super) fn names_precondition(xml: &str, name: &str) -> bool {
    Document::parse(xml).is_ok_and(|document| {
        let root = document.root_element();
        root.has_tag_name((DAV, "error")) && root.children().any(|c| c.tag_name().name() == name)
    })
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
                self.is_collection = children(property, DAV, "collection").count() > 0;
                self.is_address_book = children(property, CARDDAV, "addressbook").count() > 0;
            }
            (Some(DAV), "supported-report-set") => {
                let mut reports = property.descendants();
                self.lists_changes = reports.any(|node| node.has_tag_name((DAV, SYNC)));
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
            is_collection: true,
            is_address_book: true,
            ..Resource::default()
        };
        assert_eq!(parse(xml).ok().map(|answer| answer.resources), Some(vec![expected]));
    }

    #[test]
    fn a_missing_resource_is_a_status_inside() {
        let xml = r#"<multistatus xmlns="DAV:"><response><href>/a/x.vcf</href>
            <status>HTTP/1.1 404 Not Found</status></response></multistatus>"#;
        let resources = parse(xml).unwrap_or_default().resources;
        assert_eq!(resources.first().and_then(|r| r.status), Some(404));
    }

    #[test]
    fn what_is_no_multistatus_is_refused() {
        assert!(parse("<html/>").is_err());
        assert!(parse("not XML").is_err());
    }

    #[test]
    fn changes_come_with_the_token_for_the_next_ones() {
        let list = |xml: &str| {
            let xml = format!(r#"<m:multistatus xmlns:m="DAV:">{xml}</m:multistatus>"#);
            parse(&xml).unwrap_or_default().sync_token
        };
        assert_eq!(list("<m:sync-token> a:1 </m:sync-token>"), Some("a:1".to_owned()));
        assert_eq!(list("<m:sync-token/>"), None);
        assert_eq!(list(""), None);
    }

    #[test]
    fn a_precondition_is_known_by_its_name() {
        let error = r#"<error xmlns="DAV:"><valid-sync-token/></error>"#;
        assert!(names_precondition(error, "valid-sync-token"));
        assert!(!names_precondition(error, "no-uid-conflict"));
        assert!(!names_precondition("<html/>", "valid-sync-token"));
        assert!(!names_precondition("Forbidden", "valid-sync-token"));
    }
}
