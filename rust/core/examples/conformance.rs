//! Answers conformance cases: JSON lines `{"seq","html","target"}` in, `{"seq","text"}` out. The scorer of the
//! conformance tables drives it, and so do the tests when the tables are at hand.

use std::io::{BufRead, Write};

use pagewarden_core::snapshot::{HtmlInput, parse_html};
use pagewarden_core::text::{Rendering, TextOptions, page_text};
use pagewarden_core::{Budget, Policy};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let case: serde_json::Value = serde_json::from_str(&line?)?;
        let html = case["html"].as_str().unwrap_or("");
        let page = parse_html(HtmlInput::Text(html), &Default::default())?.release(&Policy::default())?;
        let target = case["target"].as_str().filter(|target| *target != "body").map(str::to_owned);
        let options = TextOptions { selector: target, rendering: Rendering::InnerText, ..TextOptions::default() };
        let reading = page_text(&page, &options, &Budget::unlimited())?;
        writeln!(out, "{}", serde_json::json!({"seq": case["seq"], "id": case["id"], "text": reading.value.as_str()}))?;
    }
    Ok(())
}
