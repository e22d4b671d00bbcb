//! Where snapshots come from: one room for each mechanism.

pub(in crate::snapshot) mod collector;
pub(in crate::snapshot) mod html;
