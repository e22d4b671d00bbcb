// The first letter of a block, which a style sheet can make upper case.
//
// Asking the browser about one block costs more than everything else about it, and hardly a page has such a rule. So a
// reading that has asked often looks through the sheets instead, once they cost less than going on asking would.

const INLINE = new Set([
  DISPLAY.inline, DISPLAY['inline-block'], DISPLAY['inline-flex'], DISPLAY['inline-table'],
]);
const ASKED_FIRST = 64;
// So many rules are looked at in the time of one question.
const RULES_TO_ONE = 4;
const MOST_RULES = 20000;

const sheetsOf = (owner) => [...styleSheetsOf(owner), ...adoptedStyleSheetsOf(owner)];

// Whether any rule speaks of first letters; what cannot be looked into may.
const speaksOfFirstLetter = (rules, left) => {
  if (rules.length > left.rules) return true;
  left.rules -= rules.length;
  for (const rule of rules) {
    if (rule.styleSheet) {
      if (speaksOfFirstLetter(rule.styleSheet.cssRules, left)) return true;
    } else if (rule.cssText.includes('first-letter')) {
      return true;
    }
  }
  return false;
};

const mayRaise = (walk, owner) => {
  let known = walk.letters.get(owner);
  if (known === undefined) {
    known = { asked: 0, may: true, looked: false };
    walk.letters.set(owner, known);
  }
  known.asked += 1;
  if (known.looked || known.asked % ASKED_FIRST !== 0) return known.may;
  try {
    const sheets = sheetsOf(owner);
    let rules = 0;
    for (const sheet of sheets) rules += sheet.cssRules.length;
    if (rules > known.asked * RULES_TO_ONE) return true;
    known.looked = true;
    const left = { rules: MOST_RULES };
    known.may = sheets.some((sheet) => speaksOfFirstLetter(sheet.cssRules, left));
  } catch {
    // A sheet of another origin.
    known.looked = true;
  }
  return known.may;
};

// A shadow tree has sheets of its own, which can also speak of its host.
const isInDocument = (open, owner) =>
  !open.name.includes('-') && shadowRootOf(open.element) === null && getRootNodeOf(open.element) === owner;

// Whether the first letter of a block is made upper case. Only asked for a block whose text begins with a small letter.
const raisesFirstLetter = (walk, open, text) => {
  if (INLINE.has(open.display)) return false;
  // Capital letters and digits of ASCII begin most texts.
  const code = text.charCodeAt(0);
  if ((code > 64 && code < 91) || (code > 47 && code < 58)) return false;
  const letter = /[\p{L}\p{N}]/u.exec(text);
  if (letter === null || letter[0].toUpperCase() === letter[0]) return false;
  const { element, style } = open;
  const owner = ownerDocumentOf(element);
  if (!mayRaise(walk, owner) && isInDocument(open, owner)) return false;
  return getComputedStyle(element, '::first-letter').textTransform === 'uppercase' && style.textTransform !== 'uppercase';
};
