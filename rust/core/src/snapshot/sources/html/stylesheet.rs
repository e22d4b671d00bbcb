//! A page's style sheets as rules: selectors and the declarations that matter for text.
//!
//! `@media` is judged for a screen of 1280 by 720 pixels, `@supports` as a current browser would, `@layer` by order.
//! Rules that set nothing of interest are dropped at once, so that their selectors cost nothing.

use std::cell::OnceCell;
use std::rc::Rc;

use cssparser::{
    AtRuleParser, CowRcStr, DeclarationParser, ParseError, Parser, ParserState, QualifiedRuleParser,
    RuleBodyItemParser, RuleBodyParser, StyleSheetParser,
};

use super::declarations::{Block, Declaration, Property};
use crate::select::{Complex, SelectorList};

/// How deep rules and at-rules may be nested.
const MAX_NESTING: usize = 24;

/// Layer of rules that stand in none; they win over every layer.
const UNLAYERED: u32 = u32::MAX;

/// A rule of a style sheet.
pub(super) struct Rule {
    pub(super) selector: Complex,
    pub(super) declarations: Rc<[Declaration]>,
    /// Place of its cascade layer; a greater one wins.
    pub(super) layer: u32,
}

/// The selector of a rule, parsed when it turns out to matter: most do not.
struct Selector {
    text: String,
    /// The selector of the rule that this one is nested in.
    parent: Option<Rc<Selector>>,
    list: OnceCell<Option<SelectorList>>,
}

impl Selector {
    /// The parsed selector; `None` when it is not valid. Calls itself as deep as rules are nested.
    fn list(&self) -> Option<&SelectorList> {
        let parse = || match &self.parent {
            None => SelectorList::parse(&self.text).ok(),
            Some(parent) => SelectorList::parse_nested(&self.text, parent.list()?).ok(),
        };
        self.list.get_or_init(parse).as_ref()
    }
}

/// A rule that may matter.
struct Draft {
    selector: Rc<Selector>,
    declarations: Vec<Declaration>,
    layer: u32,
}

/// All rules of some style sheets, in order.
#[derive(Default)]
pub(super) struct Rules {
    drafts: Vec<Draft>,
    layers: Vec<String>,
}

impl Rules {
    /// Adds the rules of a style sheet.
    pub(super) fn add_sheet(&mut self, text: &str) {
        let mut input = Parser::new(text);
        let block = Block { declarations: Vec::new() };
        let mut parser =
            SheetParser { rules: self, layer: UNLAYERED, layer_name: String::new(), parent: None, depth: 0, block };
        for _ in StyleSheetParser::new(&mut input, &mut parser) {}
    }

    /// The rules that can make a difference to text.
    ///
    /// A declaration of a harmless value (`width: 100px`) matters only by overriding a harmful one (`width: 0`). When
    /// the sheets hold no harmful value of a property, its harmless ones are dropped, and with them most rules.
    /// `inline_fonts` says whether `style` attributes set font sizes, which rules below them can undo.
    pub(super) fn finish(mut self, inline_fonts: bool) -> Vec<Rule> {
        let mut matters = [false; Property::COUNT];
        matters[Property::FontSize as usize] = inline_fonts;
        for declaration in self.drafts.iter().flat_map(|draft| &draft.declarations) {
            matters[declaration.property as usize] |= declaration.important || !declaration.is_harmless();
        }
        let mut rules = Vec::new();
        for draft in &mut self.drafts {
            draft.declarations.retain(|declaration| matters[declaration.property as usize]);
            if draft.declarations.is_empty() {
                continue;
            }
            let Some(list) = draft.selector.list() else { continue };
            let declarations: Rc<[Declaration]> = std::mem::take(&mut draft.declarations).into();
            rules.extend(list.selectors().iter().map(|selector| Rule {
                selector: selector.clone(),
                declarations: declarations.clone(),
                layer: draft.layer,
            }));
        }
        rules
    }

    fn layer(&mut self, name: &str) -> u32 {
        if let Some(at) = self.layers.iter().position(|layer| layer == name) {
            return at as u32;
        }
        self.layers.push(name.to_owned());
        self.layers.len() as u32 - 1
    }
}

/// What an at-rule's prelude says about its block.
enum Prelude {
    Apply,
    Skip,
    Layer(String),
}

struct SheetParser<'r> {
    rules: &'r mut Rules,
    layer: u32,
    layer_name: String,
    /// The rule around what is parsed; `None` outside of rules.
    parent: Option<Rc<Selector>>,
    depth: usize,
    /// The declarations of that rule.
    block: Block,
}

impl SheetParser<'_> {
    fn at_prelude(name: &str, input: &mut Parser<'_>) -> Prelude {
        let start = input.position();
        while input.next().is_ok() {}
        let text = input.slice_from(start).trim().to_ascii_lowercase();
        if name.eq_ignore_ascii_case("media") {
            if super::media::applies(&text) { Prelude::Apply } else { Prelude::Skip }
        } else if name.eq_ignore_ascii_case("supports") {
            if text.starts_with("not") { Prelude::Skip } else { Prelude::Apply }
        } else if name.eq_ignore_ascii_case("layer") {
            Prelude::Layer(text)
        } else {
            Prelude::Skip
        }
    }

    fn full_layer_name(&self, name: &str) -> String {
        if name.is_empty() {
            format!("{}.#{}", self.layer_name, self.rules.layers.len())
        } else {
            format!("{}.{}", self.layer_name, name.trim())
        }
    }

    fn at_block(&mut self, prelude: Prelude, input: &mut Parser<'_>) {
        if self.depth >= MAX_NESTING {
            return;
        }
        let (layer, layer_name) = match prelude {
            Prelude::Skip => return,
            Prelude::Apply => (self.layer, self.layer_name.clone()),
            Prelude::Layer(name) => {
                let full = self.full_layer_name(&name);
                (self.rules.layer(&full), full)
            }
        };
        let parent = self.parent.clone();
        let in_rule = parent.is_some();
        let mut inner = self.inside(layer, layer_name, parent);
        if in_rule {
            inner.body(input);
        } else {
            for _ in StyleSheetParser::new(input, &mut inner) {}
        }
    }

    /// The body of a style rule, or of an at-rule inside of one.
    fn body(&mut self, input: &mut Parser<'_>) {
        // Declarations of one rule apply together, before its nested rules.
        let first = self.rules.drafts.len();
        for _ in RuleBodyParser::<_, (), ()>::new(input, self) {}
        let declarations = std::mem::take(&mut self.block.declarations);
        if let Some(selector) = self.parent.clone()
            && !declarations.is_empty()
        {
            self.rules.drafts.insert(first, Draft { selector, declarations, layer: self.layer });
        }
    }

    fn style_rule(&mut self, selector: String, input: &mut Parser<'_>) {
        if self.depth >= MAX_NESTING {
            return;
        }
        let selector = Rc::new(Selector { text: selector, parent: self.parent.clone(), list: OnceCell::new() });
        self.inside(self.layer, self.layer_name.clone(), Some(selector)).body(input);
    }

    /// A parser for what stands one level deeper.
    fn inside(&mut self, layer: u32, layer_name: String, parent: Option<Rc<Selector>>) -> SheetParser<'_> {
        let block = Block { declarations: Vec::new() };
        SheetParser { rules: self.rules, layer, layer_name, parent, depth: self.depth + 1, block }
    }
}

fn selector_text(input: &mut Parser<'_>) -> String {
    let start = input.position();
    while input.next().is_ok() {}
    input.slice_from(start).trim().to_owned()
}

impl<'i> QualifiedRuleParser<'i> for SheetParser<'_> {
    type Prelude = String;
    type QualifiedRule = ();
    type Error = ();

    fn parse_prelude(&mut self, input: &mut Parser<'i>) -> Result<String, ParseError<()>> {
        Ok(selector_text(input))
    }

    fn parse_block(&mut self, prelude: String, _: &ParserState, input: &mut Parser<'i>) -> Result<(), ParseError<()>> {
        self.style_rule(prelude, input);
        Ok(())
    }
}

impl<'i> AtRuleParser<'i> for SheetParser<'_> {
    type Prelude = Prelude;
    type AtRule = ();
    type Error = ();

    fn parse_prelude(&mut self, name: CowRcStr<'i>, input: &mut Parser<'i>) -> Result<Prelude, ParseError<()>> {
        Ok(SheetParser::at_prelude(&name, input))
    }

    fn rule_without_block(&mut self, prelude: Prelude, _: &ParserState) -> Result<(), ()> {
        // A rule cannot order layers.
        if let Prelude::Layer(names) = prelude
            && self.parent.is_none()
        {
            for name in names.split(',') {
                let full = self.full_layer_name(name);
                self.rules.layer(&full);
            }
        }
        Ok(())
    }

    fn parse_block(&mut self, prelude: Prelude, _: &ParserState, input: &mut Parser<'i>) -> Result<(), ParseError<()>> {
        self.at_block(prelude, input);
        Ok(())
    }
}

impl<'i> DeclarationParser<'i> for SheetParser<'_> {
    type Declaration = ();
    type Error = ();

    fn parse_value(
        &mut self,
        name: CowRcStr<'i>,
        input: &mut Parser<'i>,
        _: &ParserState,
    ) -> Result<(), ParseError<()>> {
        self.block.declare(&name, input);
        Ok(())
    }
}

impl RuleBodyItemParser<'_, (), ()> for SheetParser<'_> {
    fn parse_declarations(&self) -> bool {
        true
    }

    fn parse_qualified(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::Rules;

    fn count(text: &str) -> usize {
        let mut rules = Rules::default();
        rules.add_sheet(text);
        rules.finish(true).len()
    }

    #[test]
    fn rules_of_interest_are_kept() {
        assert_eq!(count("p{color:red} .a,.b{display:none} @media print{p{display:none}}"), 2);
        assert_eq!(count("@media (min-width:800px){.a{display:none}} @media (max-width:800px){.b{display:none}}"), 1);
        assert_eq!(count("@layer x{.a{display:none}} .a{.b &{display:none} color:red; &:hover{opacity:0}}"), 3);
        assert_eq!(count("@supports (display:grid){a{float:left}} @supports not (display:grid){a{float:left}}"), 1);
        assert_eq!(count(".a{&:is(.x, .y){display:none} > b, .c &{display:none}}"), 3);
        assert_eq!(count("p{display:none"), 1);
        assert_eq!(count("}}{{ ::: p{display:none} @@@"), 0);
    }

    #[test]
    fn nesting_is_bounded() {
        assert!(count(&"a{display:none;".repeat(10_000)) <= 100);
        assert!(count(&"@media screen{a{display:none}".repeat(10_000)) <= 100);
    }
}
