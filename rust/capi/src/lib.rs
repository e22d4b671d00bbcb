//! The C border.
