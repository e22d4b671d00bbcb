//! Measures the core alone, without a language border: prints one JSON object a line, which `bench/run.py` collects.
//!
//! `throughput html FILE...` times text from HTML, parsing alone and reading alone over all files together;
//! `throughput shapes FILE...` times the search for token shapes in each file, and the compilation of the rules;
//! `throughput capture FILE` times decoding, the gate and reading of what the collector answered on a live page;
//! `throughput slices` times slices near the start, in the middle and at the end of 1,000,000 units;
//! `throughput hard NAME SIZE` reads one hard input and says how long it took.
// Counts become speeds here, and a speed needs no 53 bits; hard inputs are built once, before the clock starts.
#![allow(clippy::cast_precision_loss, clippy::format_collect)]

use std::hint::black_box;
use std::time::Instant;

use pagewarden_core::snapshot::{Capture, HtmlInput, ParseOptions, RawSnapshot, decode_capture, parse_html};
use pagewarden_core::text::{Text, TextOptions, page_text};
use pagewarden_core::{Budget, Policy, Snapshot};

type Failure = Box<dyn std::error::Error>;

/// How often each thing is measured.
const RUNS: usize = 7;

/// The shortest of some runs, in seconds.
fn best(mut run: impl FnMut()) -> f64 {
    (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed().as_secs_f64()
        })
        .fold(f64::MAX, f64::min)
}

fn released(html: &[u8]) -> Result<Snapshot, Failure> {
    let raw = parse_html(HtmlInput::Bytes { bytes: html, content_type: None }, &ParseOptions::default())?;
    Ok(raw.release(&Policy::default())?)
}

fn html(files: &[String]) -> Result<(), Failure> {
    let pages = files.iter().map(std::fs::read).collect::<Result<Vec<_>, _>>()?;
    let bytes: usize = pages.iter().map(Vec::len).sum();
    let snapshots = pages.iter().map(|page| released(page)).collect::<Result<Vec<_>, _>>()?;
    let nodes: usize = snapshots.iter().map(Snapshot::node_count).sum();
    let wires: Vec<Vec<u8>> = snapshots.iter().map(Snapshot::encode).collect();
    let wire_bytes: usize = wires.iter().map(Vec::len).sum();
    let decoded = wires
        .iter()
        .map(|wire| RawSnapshot::decode(wire)?.release(&Policy::default()))
        .collect::<Result<Vec<_>, _>>()?;
    let budget = Budget::unlimited();
    let read =
        |page: &Snapshot| black_box(page_text(page, &TextOptions::default(), &budget).map(|r| r.value.utf16_len()));
    let all = best(|| {
        for page in &pages {
            drop(released(page).map(|page| read(&page)));
        }
    });
    let parse = best(|| {
        for bytes in &pages {
            let input = HtmlInput::Bytes { bytes, content_type: None };
            drop(black_box(parse_html(input, &ParseOptions::default())));
        }
    });
    let share = firewall_share(&pages)?;
    let text = best(|| {
        for page in &decoded {
            drop(read(page));
        }
    });
    let decode = best(|| {
        for wire in &wires {
            drop(black_box(RawSnapshot::decode(wire)));
        }
    });
    print(&serde_json::json!({
        "pages": pages.len(), "bytes": bytes, "nodes": nodes, "wire_bytes": wire_bytes,
        "html_to_text_mb_per_s": bytes as f64 / all / 1e6,
        "parse_mb_per_s": bytes as f64 / parse / 1e6,
        "firewall_share": share,
        "snapshot_to_text_nodes_per_s": nodes as f64 / text,
        "wire_decode_mb_per_s": wire_bytes as f64 / decode / 1e6,
    }));
    Ok(())
}

/// What the gate costs, as a share of parsing and reading: the median of rounds in which the three take turns.
fn firewall_share(pages: &[Vec<u8>]) -> Result<f64, Failure> {
    let rounds = 9;
    let mut shares = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        let mut gate = 0.0;
        let mut rest = 0.0;
        for bytes in pages {
            let start = Instant::now();
            let raw = parse_html(HtmlInput::Bytes { bytes, content_type: None }, &ParseOptions::default())?;
            rest += start.elapsed().as_secs_f64();
            let start = Instant::now();
            let page = raw.release(&Policy::default())?;
            gate += start.elapsed().as_secs_f64();
            let start = Instant::now();
            drop(black_box(page_text(&page, &TextOptions::default(), &Budget::unlimited())));
            rest += start.elapsed().as_secs_f64();
        }
        shares.push(gate / rest);
    }
    shares.sort_by(f64::total_cmp);
    Ok(shares[rounds / 2])
}

fn shapes(files: &[String]) -> Result<(), Failure> {
    let start = Instant::now();
    black_box(pagewarden_core::firewall::find_shapes(""));
    let compile = start.elapsed().as_secs_f64();
    for file in files {
        let text = std::fs::read_to_string(file)?;
        let seconds = best(|| {
            black_box(pagewarden_core::firewall::find_shapes(&text));
        });
        print(&serde_json::json!({
            "file": file, "bytes": text.len(), "compile_ms": compile * 1e3,
            "shapes_gb_per_s": text.len() as f64 / seconds / 1e9,
            "found": pagewarden_core::firewall::find_shapes(&text).len(),
        }));
    }
    Ok(())
}

fn capture(file: &str) -> Result<(), Failure> {
    let answer = std::fs::read(file)?;
    let most = u64::from(u32::MAX);
    let capture = Capture {
        main: &answer,
        inner: &[],
        unread: "not_read",
        closed_shadow: 0,
        max_chars: most,
        max_nodes: most,
        timeout_ms: 60_000,
    };
    let mut times = [f64::MAX; 3];
    for _ in 0..RUNS {
        let start = Instant::now();
        let raw = decode_capture(&capture)?;
        let decoded = start.elapsed().as_secs_f64();
        let page = raw.release(&Policy::default())?;
        let released = start.elapsed().as_secs_f64();
        drop(black_box(page_text(&page, &TextOptions::default(), &Budget::unlimited())));
        let read = start.elapsed().as_secs_f64();
        for (best, took) in times.iter_mut().zip([decoded, released - decoded, read - released]) {
            *best = best.min(took);
        }
    }
    let [decode, gate, text] = times.map(|seconds| seconds * 1e3);
    print(&serde_json::json!({"bytes": answer.len(), "decode_ms": decode, "gate_ms": gate, "text_ms": text}));
    Ok(())
}

fn slices() {
    let unit = "word \u{43c}\u{438}\u{440} \u{4e16}\u{754c} \u{1f600} ";
    let text = Text::new(unit.repeat(1_000_000 / unit.encode_utf16().count() + 1));
    let rounds = 20_000;
    for offset in [0, 1_000, 250_000, 500_000, 750_000, 999_000] {
        let seconds = best(|| {
            for step in 0..rounds {
                black_box(text.slice(offset + step % 64, 600));
            }
        });
        print(&serde_json::json!({"slice_offset": offset, "nanoseconds": seconds * 1e9 / rounds as f64}));
    }
}

fn hard(name: &str, size: usize) -> Result<(), Failure> {
    let page = match name {
        "div" => "<div>".repeat(size),
        "span" => "<span>".repeat(size),
        "b" => "<b>".repeat(size),
        "b-distinct" => (0..size).map(|n| format!("<b id={n}>")).collect(),
        "b-p" => format!("{}{}", "<b>".repeat(size), "<p>x".repeat(size)),
        "p-div" => "<p><div>".repeat(size),
        "a" => "<a href=x>".repeat(size),
        "lt" => "<".repeat(size),
        "text" => "word ".repeat(size),
        "elements" => "<div class=a><span>x</span></div>".repeat(size / 2),
        "table" => "<table><tr><td>".repeat(size),
        "foster" => format!("<table>{}", "x<tr>y".repeat(size)),
        "attributes" => format!("<div {}>", (0..size).map(|n| format!("a{n}=1 ")).collect::<String>()),
        "body-attributes" => (0..size).map(|n| format!("<body a{n}=1>")).collect(),
        "li" => "<ul><li>".repeat(size),
        "select" => format!("<select>{}", "<option>x".repeat(size)),
        "rules" => {
            let rules: String = (0..10_000).map(|n| format!(".c{n} .d{n}{{display:none}}")).collect();
            format!(
                "<style>{rules}</style>{}",
                (0..size).map(|n| format!("<p class='c{} d{}'>x</p>", n % 10_000, n % 9_999)).collect::<String>()
            )
        }
        "rules-universal" => {
            let rules: String = (0..10_000).map(|n| format!("*:nth-child({}n+1) *{{display:block}}", n + 2)).collect();
            format!("<style>{rules}</style>{}", "<p>x</p>".repeat(size))
        }
        "rules-has" => format!(
            "<style>:has(.x) p{{display:none}}div:has(~ div){{opacity:0}}</style>{}",
            "<div><p>x</p></div>".repeat(size)
        ),
        "srcdoc" => (0..size).fold(String::from("x"), |inner, _| {
            format!("<iframe srcdoc=\"{}\"></iframe>", inner.replace('&', "&amp;").replace('"', "&quot;"))
        }),
        "slots" => format!(
            "<div><template shadowrootmode=open>{}</template>{}</div>",
            "<slot></slot>".repeat(size),
            "<p>x</p>".repeat(size)
        ),
        "svg" => "<svg><g>".repeat(size),
        "entities" => "&nGt;".repeat(size),
        "out-of-flow" => "a <i style=position:absolute>b</i> ".repeat(size),
        _ => return Err("unknown hard input".into()),
    };
    let start = Instant::now();
    let raw = parse_html(HtmlInput::Text(&page), &ParseOptions::default())?;
    let parsed = start.elapsed();
    let before = Instant::now();
    let snapshot = raw.release(&Policy::default())?;
    let gate = before.elapsed();
    let before = Instant::now();
    let reading = page_text(&snapshot, &TextOptions::default(), &Budget::unlimited())?;
    print(&serde_json::json!({
        "hard": name, "size": size, "bytes": page.len(), "nodes": snapshot.node_count(),
        "parse_ms": parsed.as_secs_f64() * 1e3, "release_ms": gate.as_secs_f64() * 1e3,
        "text_ms": before.elapsed().as_secs_f64() * 1e3, "units": reading.value.utf16_len(),
        "limits": reading.report.limits.iter().map(|fired| fired.limit).collect::<Vec<_>>(),
    }));
    Ok(())
}

#[allow(clippy::print_stdout)]
fn print(value: &serde_json::Value) {
    println!("{value}");
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.split_first() {
        Some((mode, files)) if mode == "html" => html(files),
        Some((mode, files)) if mode == "shapes" => shapes(files),
        Some((mode, [file])) if mode == "capture" => capture(file),
        Some((mode, _)) if mode == "slices" => {
            slices();
            Ok(())
        }
        Some((mode, rest)) if mode == "hard" && rest.len() == 2 => hard(&rest[0], rest[1].parse()?),
        _ => Err("usage: throughput html FILE... | shapes FILE... | capture FILE | slices | hard NAME SIZE".into()),
    }
}
