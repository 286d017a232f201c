//! The one type that opens the door to a destructive operation.

use std::{fmt, sync::Arc};

use crate::{
    case::Settings, elicitation::Person, error::Error, fingerprint::Fingerprint,
    operation::Operation, token::Token,
};

/// An operation that was approved. Backend methods that destroy something take it by value:
///
/// ```
/// # use rmcp_approval::{Approved, Error, Operation, Prompt, server_text};
/// # #[derive(serde::Serialize)] pub struct DeleteContact { href: String }
/// # impl Operation for DeleteContact {
/// #     const NAME: &'static str = "delete_contact";
/// #     fn prompt(&self) -> Prompt<'_> { Prompt::new(server_text!("delete a contact")) }
/// # }
/// # pub struct AddressBook;
/// impl AddressBook {
///     pub async fn delete_contact(&self, approved: Approved<DeleteContact>) -> Result<(), Error> {
///         let operation = approved.spend()?;
///         // … DELETE operation.href …
/// #       let _ = operation.href;
///         Ok(())
///     }
/// }
/// ```
///
/// [`Approver::request`](crate::Approver::request) hands it to what it was given to run, and it comes
/// from nowhere else. There is no constructor, no `Default`, no `Deserialize` and no `From` an
/// operation. **It is deliberately not `Clone`**: one approval is spent once. It owns the operation
/// that made the question and hands out no `&mut` to it, so what runs is what was asked about.
///
/// `By` says who approved. Left out it accepts a person's yes or a token; an operation for which a
/// token is not enough takes `Approved<Op, Person>`, and
/// [`request_from_person`](crate::Approver::request_from_person) makes it.
///
/// # Approval
///
/// What an approval is worth depends on who gave it: see [`Person`] and [`Token`].
#[doc(alias = "confirm")]
#[doc(alias = "consent")]
#[doc(alias = "human-in-the-loop")]
#[doc(alias = "destructive")]
#[must_use = "an approval does nothing until it is handed to the operation that it approves"]
pub struct Approved<Op, By = PersonOrToken> {
    operation: Op,
    by: By,
    settings: Arc<Settings>,
}

impl<Op, By> Approved<Op, By> {
    /// The only expression that makes an approval of an operation. It takes evidence by value,
    /// and the evidence has to be for this very operation.
    pub(crate) fn mint(settings: Arc<Settings>, operation: Op, by: By) -> Result<Self, Error>
    where
        Op: Operation,
        By: Evidence,
    {
        let approved = Self { operation, by, settings };
        approved.check()?;
        Ok(approved)
    }

    /// Takes the operation out, to run it.
    ///
    /// # Errors
    ///
    /// [`Error::Changed`] when the operation is no longer the one that was approved, which takes
    /// interior mutability. Nothing was changed then.
    pub fn spend(self) -> Result<Op, Error>
    where
        Op: Operation,
        By: Evidence,
    {
        self.check()?;
        Ok(self.operation)
    }

    /// Hashes once more: whatever has happened to the operation since the question is found here.
    pub(crate) fn check(&self) -> Result<(), Error>
    where
        Op: Operation,
        By: Evidence,
    {
        let now = Fingerprint::of(&self.settings.server, &self.operation)?;
        if now == *self.by.fingerprint() { Ok(()) } else { Err(Error::Changed) }
    }

    /// The operation, to look at.
    #[must_use]
    pub fn operation(&self) -> &Op {
        &self.operation
    }

    /// What the approval rests on: a person's yes or a token. Not who it was, which a server cannot
    /// know.
    #[must_use]
    pub fn by(&self) -> &By {
        &self.by
    }
}

/// Names the operation's type, and shows nothing of its value.
impl<Op, By: fmt::Debug> fmt::Debug for Approved<Op, By> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Approved")
            .field("operation", &format_args!("{}", std::any::type_name::<Op>()))
            .field("by", &self.by)
            .finish_non_exhaustive()
    }
}

/// A person's yes is also an approval for what takes either.
impl<Op> From<Approved<Op, Person>> for Approved<Op> {
    fn from(approved: Approved<Op, Person>) -> Self {
        let Approved { operation, by, settings } = approved;
        Self { operation, by: PersonOrToken::Person(by), settings }
    }
}

/// Evidence of either kind, to match on: the default of [`Approved`].
#[derive(Debug)]
pub enum PersonOrToken {
    /// A person's yes.
    Person(Person),
    /// A quoted token.
    Token(Token),
}

/// The seal stands in this file, so that no other file of the crate can add a kind.
mod sealed {
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be made evidence of an approval",
        label = "`Evidence` is for `Person`, `Token` and `PersonOrToken` alone",
        note = "a person's answer and a quoted token are the only evidence there is"
    )]
    pub trait Sealed {
        /// The operation that the evidence is for.
        fn fingerprint(&self) -> &crate::Fingerprint;
    }
}

use sealed::Sealed;

/// What an approval can rest on: [`Person`], [`Token`], or either. Sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not evidence of an approval",
    label = "write `Approved<Op>`, or `Approved<Op, Person>` where a token is not enough",
    note = "a person's answer and a quoted token are the only evidence there is"
)]
pub trait Evidence: Sealed {}

impl Sealed for Person {
    fn fingerprint(&self) -> &Fingerprint {
        self.approves()
    }
}

impl Sealed for Token {
    fn fingerprint(&self) -> &Fingerprint {
        self.approves()
    }
}

impl Sealed for PersonOrToken {
    fn fingerprint(&self) -> &Fingerprint {
        match self {
            Self::Person(person) => person.approves(),
            Self::Token(token) => token.approves(),
        }
    }
}

impl Evidence for Person {}
impl Evidence for Token {}
impl Evidence for PersonOrToken {}
