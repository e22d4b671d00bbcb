//! Answers of a name server given as data, so that a decision can be asked for, tested and explained without a network.

use std::collections::BTreeMap;
use std::net::IpAddr;

/// What look-ups answer during one decision.
///
/// Each name has a list of answers, one per look-up, each a list of addresses as text; when a name is looked up more
/// often than the list is long, the last answer is given again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Answers {
    /// Nothing is known (the default): a name is judged by its name alone.
    #[default]
    NameOnly,
    /// The same list of answers serves every name.
    EveryName(Vec<Vec<String>>),
    /// Answers by lower-case name; a name that is missing does not resolve.
    ByName(BTreeMap<String, Vec<Vec<String>>>),
}

impl Answers {
    /// The answer of a further look-up of `name`, of which `earlier` came before. `None` when nothing is known; an
    /// empty list when the name does not resolve or an address cannot be read, which refuses the name.
    pub(crate) fn look_up(&self, name: &str, earlier: usize) -> Option<Vec<IpAddr>> {
        let look_ups = match self {
            Answers::NameOnly => return None,
            Answers::EveryName(look_ups) => Some(look_ups),
            Answers::ByName(names) => names.get(name),
        };
        let answer = look_ups.and_then(|all| all.get(earlier).or(all.last())).map_or(&[][..], Vec::as_slice);
        Some(answer.iter().map(|text| text.parse()).collect::<Result<_, _>>().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(look_ups: &[&[&str]]) -> Vec<Vec<String>> {
        look_ups.iter().map(|answer| answer.iter().map(|text| (*text).to_owned()).collect()).collect()
    }

    #[test]
    fn later_look_ups_get_later_answers_and_then_the_last() {
        let answers = Answers::EveryName(list(&[&["1.1.1.1"], &["10.0.0.1", "::1"]]));
        assert_eq!(answers.look_up("a.org", 0).map(|all| all.len()), Some(1));
        assert_eq!(answers.look_up("a.org", 1).map(|all| all.len()), Some(2));
        assert_eq!(answers.look_up("a.org", 7).map(|all| all.len()), Some(2));
    }

    #[test]
    fn missing_names_and_unreadable_addresses_do_not_resolve() {
        let names = BTreeMap::from([("a.org".to_owned(), list(&[&["1.1.1.1", "not an address"]]))]);
        let answers = Answers::ByName(names);
        assert_eq!(answers.look_up("a.org", 0), Some(vec![]));
        assert_eq!(answers.look_up("b.org", 0), Some(vec![]));
        assert_eq!(Answers::EveryName(vec![]).look_up("a.org", 0), Some(vec![]));
        assert_eq!(Answers::NameOnly.look_up("a.org", 0), None);
    }
}
