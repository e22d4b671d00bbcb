//! The tokenizer against the tokenizer tests of html5lib, when they are at hand, and against its own hard cases.

use std::cell::RefCell;

use html5ever::tokenizer::{
    CharacterTokens, CommentToken, DoctypeToken, NullCharacterToken, StartTag, TagToken, Token, TokenSink,
    TokenSinkResult,
};
use serde_json::{Value, json};

use super::{Content, Tokenizer};

/// Writes tokens down in the form of the html5lib tests, characters joined.
#[derive(Default)]
struct Recorder {
    tokens: RefCell<Vec<Value>>,
}

impl Recorder {
    fn characters(&self, text: &str) {
        let mut tokens = self.tokens.borrow_mut();
        if let Some(Value::Array(last)) = tokens.last_mut()
            && last[0] == "Character"
        {
            let joined = format!("{}{text}", last[1].as_str().unwrap_or(""));
            last[1] = joined.into();
        } else {
            tokens.push(json!(["Character", text]));
        }
    }
}

impl TokenSink for Recorder {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let value = match token {
            CharacterTokens(text) => {
                self.characters(&text);
                return TokenSinkResult::Continue;
            }
            NullCharacterToken => {
                self.characters("\0");
                return TokenSinkResult::Continue;
            }
            CommentToken(text) => json!(["Comment", &*text]),
            DoctypeToken(doctype) => json!([
                "DOCTYPE",
                doctype.name.as_deref(),
                doctype.public_id.as_deref(),
                doctype.system_id.as_deref(),
                !doctype.force_quirks
            ]),
            TagToken(tag) if tag.kind == StartTag => {
                let attributes: serde_json::Map<String, Value> = tag
                    .attrs
                    .iter()
                    .map(|attribute| (attribute.name.local.to_string(), Value::from(&*attribute.value)))
                    .collect();
                if tag.self_closing {
                    json!(["StartTag", &*tag.name, attributes, true])
                } else {
                    json!(["StartTag", &*tag.name, attributes])
                }
            }
            TagToken(tag) => json!(["EndTag", &*tag.name]),
            _ => return TokenSinkResult::Continue,
        };
        self.tokens.borrow_mut().push(value);
        TokenSinkResult::Continue
    }
}

fn tokens(html: &str, content: Content, last_start: &str) -> Vec<Value> {
    let recorder = Recorder::default();
    let mut tokenizer = Tokenizer::new(html, &recorder);
    tokenizer.content = content;
    last_start.clone_into(&mut tokenizer.last_start);
    tokenizer.run(None, || true);
    recorder.tokens.into_inner()
}

#[test]
fn pieces_of_markup() {
    let data = |html| tokens(html, Content::Data, "");
    assert_eq!(
        data("a<b c=d e='&amp;f'>&lt;</B>"),
        [
            json!(["Character", "a"]),
            json!(["StartTag", "b", {"c": "d", "e": "&f"}]),
            json!(["Character", "<"]),
            json!(["EndTag", "b"])
        ]
    );
    assert_eq!(data("< <3 <"), [json!(["Character", "< <3 <"])]);
    assert_eq!(data("<!-- a --!><!--b"), [json!(["Comment", " a "]), json!(["Comment", "b"])]);
    assert_eq!(data("<a b=\"c"), Vec::<Value>::new());
    assert_eq!(
        tokens("x</titlex></title >y", Content::Rcdata, "title"),
        [json!(["Character", "x</titlex>"]), json!(["EndTag", "title"]), json!(["Character", "y"])]
    );
    assert_eq!(
        tokens("<!--<script></script>--></script>", Content::Script, "script"),
        [json!(["Character", "<!--<script></script>-->"]), json!(["EndTag", "script"])]
    );
}

/// Undoes `\uXXXX` in tests that are escaped twice; `None` when that gives a lone surrogate, which no input can hold.
fn unescape(value: &Value) -> Option<Value> {
    let text = serde_json::to_string(value).ok()?.replace("\\\\u", "\\u");
    serde_json::from_str(&text).ok()
}

fn joined(output: &Value) -> Vec<Value> {
    let recorder = Recorder::default();
    for token in output.as_array().into_iter().flatten() {
        if token[0] == "Character" {
            recorder.characters(token[1].as_str().unwrap_or(""));
        } else {
            recorder.tokens.borrow_mut().push(token.clone());
        }
    }
    recorder.tokens.into_inner()
}

#[test]
fn html5lib_tokenizer_tests() {
    let Some(text) = crate::shared_data::read("html5lib-tokenizer.json.gz") else { return };
    let data: Value = serde_json::from_slice(&text).unwrap();
    let (mut run, mut failed) = (0, Vec::new());
    for (file, content) in data["files"].as_object().unwrap() {
        for test in content["tests"].as_array().into_iter().flatten() {
            let test = if test["doubleEscaped"] == true { unescape(test) } else { Some(test.clone()) };
            let Some(test) = test else { continue };
            let states = test["initialStates"].as_array().cloned().unwrap_or_else(|| vec![json!("Data state")]);
            for state in states {
                let content = match state.as_str().unwrap_or("") {
                    "Data state" => Content::Data,
                    "RCDATA state" => Content::Rcdata,
                    "RAWTEXT state" => Content::Rawtext,
                    "Script data state" => Content::Script,
                    "PLAINTEXT state" => Content::Plaintext,
                    // A tokenizer of whole documents is never started inside a CDATA section.
                    _ => continue,
                };
                run += 1;
                let input = test["input"].as_str().unwrap();
                let found = tokens(input, content, test["lastStartTag"].as_str().unwrap_or(""));
                let mut expected = joined(&test["output"]);
                if content != Content::Data {
                    // These tests want NUL replaced by the tokenizer, as this one does outside of data.
                    expected.retain(|token| token != &json!(["Character", ""]));
                }
                if found != expected {
                    failed.push(format!("{file} {state}: {input:?}: {found:?} instead of {expected:?}"));
                }
            }
        }
    }
    assert!(run > 6_000, "only {run} tests were found");
    assert!(failed.is_empty(), "{} of {run} failed:\n{}", failed.len(), failed[..failed.len().min(20)].join("\n"));
}
