//! Columns whose heading names a secret, in tables of a page and in lines with commas between their values.

use super::receipt::{Class, Log, Place};
use super::release::store;
use super::rules::{Rules, Strength};
use super::search::Found;
use super::{REDACTED, blocks, fields, values};
use crate::Error;
use crate::snapshot::{Columns, Kind, NodeId, name};

/// Longest heading line, in bytes.
const LONGEST_HEADING: usize = 512;
/// Most columns of a table.
const MOST_COLUMNS: usize = 64;

/// A heading such as `user,password`, and the lines below it.
#[derive(Default)]
pub(super) struct Table {
    heading: Option<Heading>,
}

/// The names of columns in one line.
struct Heading {
    separator: u8,
    columns: usize,
    /// Numbers of the columns that hold secrets.
    secret: Vec<usize>,
}

impl Table {
    /// An empty line ends a table.
    pub(super) fn end(&mut self) {
        self.heading = None;
    }

    /// Finds what is secret in the next line; `begin` is its place.
    pub(super) fn take(&mut self, begin: usize, line: &str, rules: &Rules, found: &mut Vec<Found>) {
        let line = line.trim_end_matches('\r');
        if let Some(heading) = &self.heading {
            let cells: Vec<&str> = line.split(heading.separator as char).take(MOST_COLUMNS).collect();
            if cells.len() == heading.columns {
                let mut at = begin;
                for (number, cell) in cells.iter().enumerate() {
                    let bare = bare(cell);
                    if heading.secret.contains(&number)
                        && bare.len() >= 4
                        && !values::is_placeholder(bare)
                        && !bare.contains(' ')
                    {
                        let offset = at + (bare.as_ptr() as usize - cell.as_ptr() as usize);
                        found.push(Found { range: offset..offset + bare.len(), class: Class::NamedValues });
                    }
                    at += cell.len() + 1;
                }
                return;
            }
        }
        self.heading = read_heading(line, rules);
    }
}

/// A line as a heading, when one of its columns is to hold secrets.
fn read_heading(line: &str, rules: &Rules) -> Option<Heading> {
    if line.len() > LONGEST_HEADING {
        return None;
    }
    let sign = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte < 0x80 && !b" _-\"".contains(byte);
    let separator = *line.as_bytes().iter().find(|byte| sign(byte)).filter(|byte| b",;\t|".contains(byte))?;
    if !line.bytes().all(|byte| byte == separator || !sign(&byte)) {
        return None;
    }
    let cells: Vec<&str> = line.split(separator as char).collect();
    // Headings are short names without a sign in them; prose with commas has sentences.
    let is_name = |cell: &&str| {
        let cell = bare(cell);
        !cell.is_empty()
            && cell.len() <= 32
            && cell.chars().all(|c| c.is_alphanumeric() || " _-".contains(c))
            && cell.split(' ').count() <= 3
    };
    if cells.len() > MOST_COLUMNS || !cells.iter().all(is_name) {
        return None;
    }
    let secret: Vec<usize> = (0..cells.len())
        .filter(|number| rules.may_end_in_name(bare(cells[*number]).as_bytes()))
        .filter(|number| rules.judge(bare(cells[*number])) == Strength::Strong)
        .collect();
    (!secret.is_empty()).then_some(Heading { separator, columns: cells.len(), secret })
}

fn bare(cell: &str) -> &str {
    cell.trim().trim_matches('"')
}

/// Withholds the cells below headings that name secrets.
///
/// # Errors
/// [`Error::TooLarge`] when the page is full.
pub(super) fn withhold(columns: &mut Columns, rules: &Rules, log: &mut Log) -> Result<(), Error> {
    for node in 0..columns.len() as NodeId {
        if columns.is_element(node) && columns.name[node as usize] == name::TABLE {
            withhold_in(columns, node, rules, log)?;
        }
    }
    Ok(())
}

/// One table, without the tables in it.
fn withhold_in(columns: &mut Columns, table: NodeId, rules: &Rules, log: &mut Log) -> Result<(), Error> {
    let mut secret: Vec<usize> = Vec::new();
    let mut column = 0;
    let mut first_row = true;
    let mut node = table + 1;
    while node < columns.end[table as usize] {
        let index = node as usize;
        match columns.name[index] {
            name::TABLE => {
                node = columns.end[index];
                continue;
            }
            name::TR => {
                if column > 0 {
                    first_row = false;
                }
                if !first_row && secret.is_empty() {
                    return Ok(());
                }
                column = 0;
            }
            cell @ (name::TH | name::TD) => {
                if first_row && cell == name::TH {
                    let heading = trimmed_text(columns, node);
                    if heading.len() <= 32 && blocks::names_strong(&heading, rules) && column < MOST_COLUMNS {
                        secret.push(column);
                    }
                } else if !first_row && cell == name::TD && secret.contains(&column) {
                    withhold_cell(columns, node, log)?;
                }
                column += 1;
            }
            _ => {}
        }
        node += 1;
    }
    Ok(())
}

fn withhold_cell(columns: &mut Columns, cell: NodeId, log: &mut Log) -> Result<(), Error> {
    let text = trimmed_text(columns, cell);
    if text.len() < 4
        || text.contains(' ')
        || values::is_placeholder(&text)
        || values::is_word(&text) && !values::is_scrambled(&text)
    {
        return Ok(());
    }
    let mut span = store(columns, REDACTED)?;
    for inner in cell as usize + 1..columns.end[cell as usize] as usize {
        if columns.kind[inner] == Kind::Text && !columns.str(columns.text[inner]).trim().is_empty() {
            columns.text[inner] = span;
            if span.length > 0 {
                log.add(Class::NamedValues, Place::Text(inner as u32));
            }
            span.length = 0;
        }
    }
    Ok(())
}

fn trimmed_text(columns: &Columns, node: NodeId) -> String {
    fields::text_within(columns, node, usize::MAX, LONGEST_HEADING).trim().to_owned()
}
