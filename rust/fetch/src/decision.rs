//! The one network decision of the product, as a pure function: the fetcher, the browser's requests and the public
//! `network.decide` all ask here, so that no path is judged by other rules.

use std::collections::HashMap;
use std::net::IpAddr;

use pagewarden_core::Policy;

use crate::answers::Answers;
use crate::limits::MAX_REDIRECTS;
use crate::target::Target;

/// Whether a target may be contacted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It must not be contacted.
    Block,
    /// It may be contacted.
    Allow,
}

impl Verdict {
    /// The word for other languages: `block` or `allow`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::Block => "block",
            Verdict::Allow => "allow",
        }
    }
}

/// A verdict with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// Block or allow.
    pub verdict: Verdict,
    /// When blocked, the class: `url`, `scheme`, `port`, `name`, `metadata`, `loopback`, `private`, `link_local`,
    /// `reserved`, `multicast`, `domain`, `dns` or `redirect`. When allowed, `public` or `allow_hosts`.
    pub reason: &'static str,
    /// The addresses that were judged and to which a connection must be pinned, of the last hop; empty when blocked
    /// or when a name was judged without answers.
    pub addresses: Vec<IpAddr>,
}

impl Decision {
    fn block(reason: &'static str) -> Self {
        Decision { verdict: Verdict::Block, reason, addresses: Vec::new() }
    }
}

/// Judges one URL.
///
/// `answers` are the addresses of one look-up of its host; every one of them must be acceptable, and an empty list
/// means that the name does not resolve. With `None` a name is judged by its name alone. A literal address needs no
/// answers and ignores them.
pub fn decide(url: &str, answers: Option<&[IpAddr]>, policy: &Policy) -> Decision {
    let judged = Target::parse(url, policy).and_then(|target| pin(&target, answers.map(<[IpAddr]>::to_vec)));
    judged.unwrap_or_else(Decision::block)
}

/// Judges a URL and the redirects that follow it, each value of `redirects` being the `Location` of the hop before.
///
/// Every hop is looked up once in `answers` and judged like the first. More than [`MAX_REDIRECTS`] redirects and
/// a hop that was visited before are blocked with the reason `redirect`.
pub fn decide_chain(url: &str, answers: &Answers, redirects: &[String], policy: &Policy) -> Decision {
    walk(url, answers, redirects, policy).unwrap_or_else(Decision::block)
}

fn walk(url: &str, answers: &Answers, redirects: &[String], policy: &Policy) -> Result<Decision, &'static str> {
    let mut look_ups: HashMap<String, usize> = HashMap::new();
    let mut look_up = |target: &Target| {
        let count = look_ups.entry(target.host().to_owned()).or_insert(0);
        *count += 1;
        answers.look_up(target.host(), *count - 1)
    };

    let mut target = Target::parse(url, policy)?;
    let mut decision = pin(&target, look_up(&target))?;
    let mut visited = vec![target.request_text().to_owned()];
    for location in redirects {
        target = target.follow(location, policy)?;
        if visited.len() > MAX_REDIRECTS as usize || visited.iter().any(|earlier| earlier == target.request_text()) {
            return Err("redirect");
        }
        decision = pin(&target, look_up(&target))?;
        visited.push(target.request_text().to_owned());
    }
    Ok(decision)
}

/// Judges the answers for a target and keeps the addresses that a connection may use.
fn pin(target: &Target, answers: Option<Vec<IpAddr>>) -> Result<Decision, &'static str> {
    let addresses = match (target.literal(), answers) {
        (Some(address), _) => vec![address],
        (None, Some(answers)) => {
            target.judge_answers(&answers)?;
            answers
        }
        (None, None) => Vec::new(),
    };
    Ok(Decision { verdict: Verdict::Allow, reason: target.reason(), addresses })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses(texts: &[&str]) -> Vec<IpAddr> {
        texts.iter().map(|text| text.parse().expect("the test names addresses")).collect()
    }

    fn chain(answers: &Answers, redirects: &[&str]) -> Decision {
        let redirects: Vec<String> = redirects.iter().map(|location| (*location).to_owned()).collect();
        decide_chain("https://a.example.org/", answers, &redirects, &Policy::default())
    }

    #[test]
    fn answers_are_judged_together_and_pinned() {
        let policy = Policy::default();
        let good = addresses(&["1.1.1.1", "2606:4700:4700::1111"]);
        assert_eq!(decide("https://a.org/", Some(&good), &policy).addresses, good);
        let mixed = addresses(&["1.1.1.1", "10.0.0.1"]);
        assert_eq!(decide("https://a.org/", Some(&mixed), &policy).reason, "dns");
        assert_eq!(decide("https://a.org/", Some(&[]), &policy).reason, "dns");
        let unknown = decide("https://a.org/", None, &policy);
        assert_eq!((unknown.verdict.as_str(), unknown.reason), ("allow", "public"));
    }

    #[test]
    fn every_hop_is_judged_like_the_first() {
        assert_eq!(chain(&Answers::NameOnly, &["/b", "//b.example.org/", "http://10.0.0.1/"]).reason, "private");
        assert_eq!(chain(&Answers::NameOnly, &["/b", "//b.example.org/"]).verdict, Verdict::Allow);
        assert_eq!(chain(&Answers::NameOnly, &["/b", "/#c"]).reason, "redirect");
        let eleven: Vec<String> = (0..11).map(|hop| format!("/{hop}")).collect();
        let eleven: Vec<&str> = eleven.iter().map(String::as_str).collect();
        assert_eq!(chain(&Answers::NameOnly, &eleven).reason, "redirect");
        assert_eq!(chain(&Answers::NameOnly, &eleven[..10]).verdict, Verdict::Allow);
    }

    #[test]
    fn a_name_that_turns_bad_later_is_refused_at_that_hop() {
        let rebinding = Answers::EveryName(vec![vec!["1.1.1.1".into()], vec!["127.0.0.1".into()]]);
        assert_eq!(chain(&rebinding, &[]).addresses, addresses(&["1.1.1.1"]));
        assert_eq!(chain(&rebinding, &["/again"]).reason, "dns");
        assert_eq!(chain(&rebinding, &["//other.example.org/"]).verdict, Verdict::Allow);
    }
}
