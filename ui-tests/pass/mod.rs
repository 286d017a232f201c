//! What has to compile: the right uses beside the misuses in `ui-tests/fail`.

#[path = "../fixture.rs"]
mod fixture;

mod a_guarded_http_backend;
mod a_guarded_server;
mod a_ledger_of_ones_own;
mod a_persons_approval_where_either_is_taken;
mod an_approval_is_looked_at;
mod requests_are_sent_between_threads;
mod server_text_of_literals_and_numbers;
