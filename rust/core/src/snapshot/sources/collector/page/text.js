// Texts: how white space is treated, how much of a text is read, and whether it can be seen where it stands.

const NEVER = 0;
const MOST_HIDDEN_TEXT = 4096;

const isBlank = (text) => /^[ \t\n\r\f]*$/.test(text);

// Units that remain of text whose white space collapses: at most what the reader will make of it, never more.
const collapsedLength = (text) => {
  const { length } = text;
  // Most texts are words in a line, with single spaces between them.
  if (length < 64 && !text.includes('  ') && !text.includes('\n') && !text.includes('\t')) {
    return Math.max(0, length - (text.charCodeAt(0) === 32 ? 1 : 0) - (text.charCodeAt(length - 1) === 32 ? 1 : 0));
  }
  const trimmed = text.trim();
  if (trimmed.length === 0) return 0;
  if (!/[ \t\n\r]{2}/.test(trimmed)) return trimmed.length;
  return trimmed.replace(/[ \t\n\r]+/g, ' ').length;
};

// A piece from the start that splits no surrogate pair.
const cutText = (text, end) => {
  const code = text.charCodeAt(end - 1);
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? end - 1 : end);
};

const transformOf = (value) => {
  if (value === 'none') return 0;
  const transform = TRANSFORM[value];
  if (transform !== undefined) return transform;
  for (const part of value.split(' ')) if (TRANSFORM[part] !== undefined) return TRANSFORM[part];
  return 0;
};

// How the texts of an element are laid out. All of it is inherited, so that an element without texts need not be
// asked; the first text, even one of white space alone, asks how white space is treated.
const readTextFacts = (walk, open, blank) => {
  if (open.textFacts === NO_TEXT_YET) {
    open.textFacts = WHITE_SPACE_KNOWN;
    const whiteSpace = WHITE_SPACE[open.style.whiteSpaceCollapse] || 0;
    open.collapses = whiteSpace === 0;
    if (whiteSpace !== 0) refine(walk, open, whiteSpace << FACTS.white_space_shift);
  }
  if (blank && open.collapses) return;
  open.textFacts = TEXT_KNOWN;
  const { style } = open;
  let more = transformOf(style.textTransform) << FACTS.transform_shift;
  // A picture can stand in the place of the content.
  if (!walk.full && style.content.startsWith('url(')) more |= FLAG.replaced;
  if (style.webkitTextSecurity !== 'none') {
    more |= FLAG.text_security;
    open.secret = true;
  }
  if (!walk.innerText && style.fontSize === '0px') {
    more |= FLAG.font_size_zero;
    open.shown = walk.withHidden;
  }
  if (more !== 0) refine(walk, open, more);
};

// Facts of the open element that were found after it had been written.
const refine = (walk, open, more) => {
  open.word |= more;
  const style = walk.output.style(open.word);
  walk.output.records += `y${style}.`;
};

// Text that no person sees is there to be counted: the beginning of a long one has to do.
const writeUnseen = (walk, data, why) => {
  if (data.length > MOST_HIDDEN_TEXT) walk.hiddenIsLowerBound = true;
  walk.output.text(data.slice(0, MOST_HIDDEN_TEXT), why);
};

// Writes a text node as far as the budget goes, and says when a person cannot see it where it stands.
const writeText = (walk, node, open) => {
  const data = coveredText(node);
  const length = data.length;
  if (length === 0) return;
  const blank = data.charCodeAt(0) <= 32 && isBlank(data);
  if (open.textFacts !== TEXT_KNOWN) readTextFacts(walk, open, blank);
  if (blank && open.collapses) {
    // What collapses may be long: indentation is a good part of many pages.
    walk.output.text(data.includes('\n') ? '\n' : ' ', 0);
    return;
  }
  if (open.secret) {
    // The element is marked; that it held something is all that leaves.
    walk.output.text(blank ? ' ' : '*', 0);
    return;
  }
  if (!open.shown) {
    writeUnseen(walk, data, NEVER);
    return;
  }
  // White space at an end of an element stays when generated content stands beside it.
  if (open.fresh && open.element !== null && raisesFirstLetter(walk, open, data)) {
    refine(walk, open, FLAG.first_letter_upper);
  }
  if (open.collapses && open.element !== null) {
    if (open.fresh && startsWithSpace(data) && generates(open.element, '::before')) refine(walk, open, FLAG.content_before);
    if (open.next === null && endsWithSpace(data) && generates(open.element, '::after')) {
      refine(walk, open, FLAG.content_after);
    }
  }
  let why = NEVER;
  if (open.checked && walk.person) {
    walk.range ??= document.createRange();
    walk.range.selectNodeContents(node);
    const box = walk.range.getBoundingClientRect();
    // Text without any box is not laid out at all (a child that no slot takes); style tells about that.
    if (box.width !== 0 || box.height !== 0 || walk.range.getClientRects().length > 0) {
      why = hiddenBox(box, open.region, open.whyNot, open.home);
    }
  }
  if (why !== NEVER && !walk.withHidden) {
    writeUnseen(walk, data, why);
    return;
  }
  const left = walk.maxChars - walk.chars;
  if (!open.collapses) {
    walk.chars += Math.min(length, left);
    walk.output.text(length > left ? cutText(data, left) : data, why);
    return;
  }
  if (length <= left && length < 4096) {
    walk.chars += collapsedLength(data);
    walk.output.text(data, why);
    return;
  }
  // A large text is looked at piece by piece, so that one node cannot cost more than the budget.
  let end = 0;
  let counted = 0;
  while (end < length && counted < left) {
    const next = Math.min(length, end + 65536);
    counted += collapsedLength(data.slice(end, next));
    end = next;
    if (walk.late()) {
      walk.stop('timeout_ms');
      break;
    }
  }
  walk.chars += counted;
  walk.output.text(end < length ? cutText(data, end) : data, why);
  if (end < length) walk.stop('max_chars');
};
