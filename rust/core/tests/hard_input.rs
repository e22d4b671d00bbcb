//! Pages that are made to hurt their reader: each is read to the end, or to a limit that the report names.
//!
//! Nothing here looks at the clock, because a loaded machine proves nothing; the bench shows how the times grow. What
//! is checked is that the answer is right, so that no defence works by dropping the page.

#[path = "hard_input/charsets.rs"]
mod charsets;
#[path = "hard_input/markup.rs"]
mod markup;
#[path = "hard_input/page.rs"]
mod page;
#[path = "hard_input/snapshots.rs"]
mod snapshots;
#[path = "hard_input/wire_data.rs"]
mod wire_data;
