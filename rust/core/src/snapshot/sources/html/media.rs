//! Media queries, judged for the screen that pages are usually captured with: 1280 by 720 pixels, a mouse, light colours.

const WIDTH: f32 = 1280.0;
const HEIGHT: f32 = 720.0;

/// Whether a media query list (in lower case) holds. An unknown feature does not.
pub(super) fn applies(list: &str) -> bool {
    list.trim().is_empty() || list.split(',').any(query)
}

fn query(text: &str) -> bool {
    let mut text = text.trim();
    let mut negated = false;
    if let Some(rest) = text.strip_prefix("only ") {
        text = rest.trim_start();
    } else if let Some(rest) = text.strip_prefix("not ") {
        text = rest.trim_start();
        negated = true;
    }
    let holds =
        if text.contains(" or ") { text.split(" or ").any(condition) } else { text.split(" and ").all(condition) };
    holds != negated
}

fn condition(text: &str) -> bool {
    let text = text.trim();
    if let Some(rest) = text.strip_prefix("not ") {
        return !condition(rest);
    }
    let Some(inner) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) else {
        return matches!(text, "screen" | "all");
    };
    let inner = inner.trim();
    if inner.starts_with('(') {
        return query(inner);
    }
    if inner.contains(['<', '>']) {
        return range(inner);
    }
    let (feature, value) = inner.split_once(':').map_or((inner, ""), |(feature, value)| (feature.trim(), value.trim()));
    match feature {
        "min-width" | "min-device-width" => length(value).is_some_and(|value| WIDTH >= value),
        "max-width" | "max-device-width" => length(value).is_some_and(|value| WIDTH <= value),
        "min-height" | "min-device-height" => length(value).is_some_and(|value| HEIGHT >= value),
        "max-height" | "max-device-height" => length(value).is_some_and(|value| HEIGHT <= value),
        "width" | "height" | "color" | "grid" if value.is_empty() => feature != "grid",
        "orientation" => value == "landscape",
        "hover" | "any-hover" => value == "hover" || value.is_empty(),
        "pointer" | "any-pointer" => value == "fine" || value.is_empty(),
        "prefers-color-scheme" => value == "light",
        "prefers-reduced-motion" | "prefers-contrast" | "prefers-reduced-data" => value == "no-preference",
        "scripting" => value == "enabled" || value.is_empty(),
        "display-mode" => value == "browser",
        "update" => value == "fast" || value.is_empty(),
        _ => false,
    }
}

/// `width >= 600px`, `400px <= width < 900px`
fn range(text: &str) -> bool {
    let parts: Vec<&str> = text.split_inclusive(['<', '>', '=']).collect();
    let mut terms: Vec<(String, String)> = Vec::new();
    for part in parts {
        let operator: String = part.chars().filter(|character| "<>=".contains(*character)).collect();
        let term = part.trim_matches(|character: char| "<>= ".contains(character)).to_owned();
        match terms.last_mut() {
            // The `=` of `>=` comes as a part of its own.
            Some(last) if term.is_empty() => last.1.push_str(&operator),
            _ => terms.push((term, operator)),
        }
    }
    let value = |term: &str| match term {
        "width" => Some(WIDTH),
        "height" => Some(HEIGHT),
        other => length(other),
    };
    terms.windows(2).all(|pair| match (value(&pair[0].0), value(&pair[1].0)) {
        (Some(left), Some(right)) => match pair[0].1.as_str() {
            "<" => left < right,
            "<=" => left <= right,
            ">" => left > right,
            ">=" => left >= right,
            _ => (left - right).abs() < f32::EPSILON,
        },
        _ => false,
    })
}

fn length(text: &str) -> Option<f32> {
    let split = text.find(|character: char| character.is_ascii_alphabetic()).unwrap_or(text.len());
    let number: f32 = text[..split].trim().parse().ok()?;
    Some(match &text[split..] {
        "em" | "rem" => number * 16.0,
        "pt" => number * 4.0 / 3.0,
        _ => number,
    })
}

#[cfg(test)]
mod tests {
    use super::applies;

    #[test]
    fn queries_for_a_screen() {
        for query in [
            "",
            "screen",
            "all and (min-width: 600px)",
            "(width >= 600px)",
            "(400px <= width < 1300px)",
            "print, screen",
            "not print",
            "(min-width:40em) and (orientation:landscape)",
        ] {
            assert!(applies(query), "{query}");
        }
        for query in [
            "print",
            "(max-width: 600px)",
            "screen and (width < 600px)",
            "(prefers-color-scheme: dark)",
            "not all",
            "(unknown: 1)",
        ] {
            assert!(!applies(query), "{query}");
        }
    }
}
