//! A ledger is one method.

use std::{collections::HashSet, sync::Mutex};

use rmcp_approval::{Approver, ConfigError, Ledger, LedgerError, Nonce, Spend, SpendFuture};

/// It never forgets, which is within the rules.
#[derive(Debug, Default)]
struct Notebook(Mutex<HashSet<[u8; Nonce::LEN]>>);

impl Ledger for Notebook {
    fn spend(&self, nonce: Nonce) -> SpendFuture<'_> {
        Box::pin(async move {
            let mut spent = self.0.lock().map_err(LedgerError::new)?;
            Ok(if spent.insert(*nonce.as_bytes()) { Spend::First } else { Spend::Again })
        })
    }
}

#[test]
fn it_compiles() -> Result<(), ConfigError> {
    let _ = Approver::builder("disks-mcp").ledger(Notebook::default()).build()?;
    Ok(())
}
