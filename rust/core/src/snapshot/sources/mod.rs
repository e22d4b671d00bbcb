//! Where snapshots come from: one room for each mechanism.

pub mod html;
