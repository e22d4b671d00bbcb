// Computed style as the packed word of facts that readers ask for. Only properties that need no layout are read here,
// because a style flush is two to four times cheaper than a layout (and free when nothing changed).

const DISPLAY = FACTS.display;
const FLAG = FACTS.flag;
const WHITE_SPACE = FACTS.white_space;
const TRANSFORM = FACTS.text_transform;
const REPLACED = new Set(FACTS.replaced);
const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';
const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const MATHML_NAMESPACE = 'http://www.w3.org/1998/Math/MathML';
const SVG_BLOCKS = new Set(['text', 'foreignObject']);
const SVG_NOT_SHOWN = new Set(FACTS.svg_not_shown);

const namespaceOf = (element) => {
  const uri = namespaceURIOf(element);
  return uri === HTML_NAMESPACE ? 0 : uri === SVG_NAMESPACE ? 1 : uri === MATHML_NAMESPACE ? 2 : 3;
};

// The display of an element. A child of a shadow host that no slot takes has no style at all, and so no box.
const displayOf = (element, name, namespace, style) => {
  const value = style.display;
  let display = DISPLAY[value];
  if (display === undefined) display = value === '' ? DISPLAY.none : DISPLAY.block;
  if (namespace === 0) return name === 'noscript' ? DISPLAY.none : display;
  if (display === DISPLAY.none) return display;
  if (namespace === 1) {
    // Shapes of a drawing are no blocks, whatever the page says.
    if (name === 'svg') return display === DISPLAY.inline ? DISPLAY['inline-block'] : display;
    if (SVG_BLOCKS.has(name)) return DISPLAY.block;
    return SVG_NOT_SHOWN.has(name) ? DISPLAY.none : DISPLAY.inline;
  }
  if (namespace === 2) return name === 'math' && value !== 'block math' ? DISPLAY['inline-block'] : DISPLAY.block;
  return display;
};

// What an element is of itself: a replaced element shows no children, a closed details only its summary.
const ownFlags = (element, name) => {
  if (REPLACED.has(name)) return FLAG.replaced;
  if (name === 'details') {
    if (element.open) return 0;
    return getComputedStyle(element, '::details-content').contentVisibility === 'visible' ? 0 : FLAG.closed_details;
  }
  if (name === 'object') return showsFallback(element) ? 0 : FLAG.replaced;
  return 0;
};

// An object that could not be loaded shows its children instead; then they have boxes.
const showsFallback = (object) => {
  for (let child = firstChildOf(object); child; child = nextSiblingOf(child)) {
    if (nodeTypeOf(child) === 1 && checkVisibilityOf(child)) return true;
    if (nodeTypeOf(child) === 3 && child.data.trim() !== '') {
      const range = document.createRange();
      range.selectNodeContents(child);
      if (range.getClientRects().length > 0) return true;
    }
  }
  return false;
};

// What generated content does to the line: only asked for where white space at an end of the element depends on it.
const generates = (element, pseudo) => {
  const style = getComputedStyle(element, pseudo);
  const content = style.content;
  if (content === 'none' || content === 'normal' || content === '') return false;
  const display = style.display;
  if (display === 'none' || style.position === 'absolute' || style.position === 'fixed') return false;
  if (style.cssFloat !== 'none' || !display.startsWith('inline')) return false;
  return content !== '""' || display !== 'inline';
};

const startsWithSpace = (text) => {
  const code = text.charCodeAt(0);
  return code === 32 || code === 10 || code === 9 || code === 13;
};

const endsWithSpace = (text) => {
  const code = text.charCodeAt(text.length - 1);
  return code === 32 || code === 10 || code === 9 || code === 13;
};

// An icon: an empty element in a line that stands before text.
const iconFlags = (element) => {
  const next = nextSiblingOf(element);
  const stands = next !== null && nodeTypeOf(next) === 3 && startsWithSpace(next.data);
  return stands && generates(element, '::before') ? FLAG.content_before : 0;
};

const VISIBILITY = { visible: 0, hidden: 1, collapse: 2 };
