//! The options of a read, as one JSON object: C has no optional arguments, and an option that is added later does not
//! change the ABI. An unknown key is an error, because a misspelt limit would limit nothing.

use pagewarden_core::text::{Rendering, TextOptions};
use pagewarden_core::{Budget, Error};
use serde_json::Value;

const SHAPE: Error = Error::InvalidParameter {
    name: "options_json",
    expected: "a JSON object; its keys are selector, visible_only, rendering, max_chars, max_nodes and timeout_ms",
};

/// What a read of text was asked for.
#[derive(Debug)]
pub(crate) struct TextRequest {
    pub(crate) options: TextOptions,
    pub(crate) budget: Budget,
    /// The limits that were above their hard maximum.
    pub(crate) clamped: Vec<&'static str>,
}

impl TextRequest {
    /// Reads the options; absent ones and those that are `null` have their defaults. The clock starts now.
    pub(crate) fn parse(json: Option<&str>) -> Result<Self, Error> {
        let Ok(Value::Object(object)) = serde_json::from_str(json.unwrap_or("{}")) else {
            return Err(SHAPE);
        };
        let mut options = TextOptions::default();
        let (mut max_chars, mut max_nodes, mut timeout_ms) = (None, None, None);
        for (key, value) in &object {
            match (key.as_str(), value) {
                ("selector" | "visible_only" | "rendering" | "max_chars" | "max_nodes" | "timeout_ms", Value::Null) => {
                }
                ("selector", Value::String(text)) => options.selector = Some(text.clone()),
                ("selector", _) => return Err(Error::InvalidParameter { name: "selector", expected: "a string" }),
                ("visible_only", Value::Bool(yes)) => options.visible_only = *yes,
                ("visible_only", _) => {
                    return Err(Error::InvalidParameter { name: "visible_only", expected: "true or false" });
                }
                ("rendering", value) => options.rendering = Rendering::parse(value.as_str().unwrap_or_default())?,
                ("max_chars", value) => max_chars = Some(whole_number("max_chars", value)?),
                ("max_nodes", value) => max_nodes = Some(whole_number("max_nodes", value)?),
                ("timeout_ms", value) => timeout_ms = Some(whole_number("timeout_ms", value)?),
                _ => return Err(SHAPE),
            }
        }
        let (budget, clamped) = Budget::from_request(max_chars, max_nodes, timeout_ms)?;
        Ok(TextRequest { options, budget, clamped })
    }
}

fn whole_number(name: &'static str, value: &Value) -> Result<u64, Error> {
    value.as_u64().ok_or(Error::InvalidParameter { name, expected: "an integer of 1 or more" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(json: &str) -> &'static str {
        match TextRequest::parse(Some(json)) {
            Err(Error::InvalidParameter { name, .. }) => name,
            other => panic!("{json}: {other:?}"),
        }
    }

    #[test]
    fn absent_and_null_options_have_their_defaults() {
        for json in [None, Some("{}"), Some(r#"{"selector": null, "max_chars": null, "rendering": null}"#)] {
            let request = TextRequest::parse(json).unwrap();
            assert_eq!(request.options.selector, None);
            assert!(request.options.visible_only);
            assert_eq!(request.options.rendering, Rendering::Person);
            assert_eq!(request.budget.max_chars, Budget::DEFAULT_CHARS);
            assert_eq!(request.budget.max_nodes, Budget::DEFAULT_NODES);
            assert!(request.budget.deadline.is_some());
            assert!(request.clamped.is_empty());
        }
    }

    #[test]
    fn what_is_above_a_hard_maximum_is_reduced_and_named() {
        let request = TextRequest::parse(Some(r#"{"max_chars": 18446744073709551615, "max_nodes": 5}"#)).unwrap();
        assert_eq!(request.budget.max_chars, Budget::HARD_CHARS);
        assert_eq!(request.budget.max_nodes, 5);
        assert_eq!(request.clamped, ["max_chars"]);
    }

    #[test]
    fn what_does_not_fit_is_refused_by_name() {
        for json in
            ["", "[]", "null", "{", "{} {}", r#"{"max_char": 5}"#, r#"{"Selector": "p"}"#, r#"{"max_char": null}"#]
        {
            assert_eq!(refused(json), "options_json", "{json}");
        }
        assert_eq!(refused(r#"{"selector": 5}"#), "selector");
        assert_eq!(refused(r#"{"visible_only": "yes"}"#), "visible_only");
        assert_eq!(refused(r#"{"rendering": "markdown"}"#), "rendering");
        assert_eq!(refused(r#"{"rendering": true}"#), "rendering");
        for value in ["0", "-1", "1.5", "\"5\"", "true", "18446744073709551616"] {
            assert_eq!(refused(&format!(r#"{{"max_chars": {value}}}"#)), "max_chars", "{value}");
            assert_eq!(refused(&format!(r#"{{"max_nodes": {value}}}"#)), "max_nodes", "{value}");
            assert_eq!(refused(&format!(r#"{{"timeout_ms": {value}}}"#)), "timeout_ms", "{value}");
        }
    }
}
