//! E0277: another module adds a kind of evidence

use crate::approved::Evidence;

struct Assistant;

impl Evidence for Assistant {}
