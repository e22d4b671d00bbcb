//! The Python border.
