//! The WebDAV XML of the reading requests.

use super::values::{Href, SyncToken, Uid};

pub(super) const DISCOVER: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav"><prop>
<current-user-principal/><c:addressbook-home-set/>
</prop></propfind>"#;

pub(super) const COLLECTIONS: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:"><prop>
<resourcetype/><displayname/><current-user-privilege-set/><supported-report-set/>
</prop></propfind>"#;

pub(super) const MEMBERS: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:"><prop><resourcetype/></prop></propfind>"#;

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

pub(super) fn cards_at(hrefs: &[Href]) -> String {
    let hrefs: String =
        hrefs.iter().map(|href| format!("<href>{}</href>\n", escape(&href.0))).collect();
    format!(
        r#"<?xml version="1.0" encoding="utf-8"?>
<c:addressbook-multiget xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav">
<prop><c:address-data/></prop>
{hrefs}</c:addressbook-multiget>"#
    )
}

/// What has changed since the token (RFC 6578); without one, everything there is.
/// It asks for no limit: a server was seen to cut the list short and to hand out
/// the token of the whole list all the same.
pub(super) fn changes_since(token: Option<&SyncToken>) -> String {
    format!(
        r#"<?xml version="1.0" encoding="utf-8"?>
<sync-collection xmlns="DAV:">
<sync-token>{}</sync-token><sync-level>1</sync-level>
<prop><getetag/></prop>
</sync-collection>"#,
        escape(token.map_or("", SyncToken::as_str))
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_cannot_add_elements() {
        let hostile = || "</x><c:x/>&".to_owned();
        let expected = "&lt;/x&gt;&lt;c:x/&gt;&amp;";
        let uid = Uid::try_from(hostile()).map(|uid| cards_with(&uid));
        assert!(uid.is_ok_and(|body| body.contains(expected)));
        let token = SyncToken::try_from(hostile()).map(|token| changes_since(Some(&token)));
        assert!(token.is_ok_and(|body| body.contains(expected)));
        assert!(cards_at(&[Href(hostile())]).contains(expected));
    }
}
