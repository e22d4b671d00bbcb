// Value memory: what a sensitive field holds leaves the page nowhere else either. Wherever it stands in a text, an
// attribute or an address, a sentinel takes its place, which the core turns into the placeholder.

// Shorter values are too common to be told from ordinary text.
const LEAST_SECRET = 6;
// A page may put a word into a field to have its own text blotted out: a plain word that stands everywhere is no secret.
const MOST_HITS_OF_A_WORD = 32;

// A page with more password fields than this is no page for people.
const MOST_SECRETS = 64;

// What is typed into these opens something; the firewall knows more fields, and withholds those in their place.
const SECRET_FIELDS = ['type=password i']
  .concat(['current-password', 'new-password', 'one-time-code', 'cc-number', 'cc-csc'].map((use) => `autocomplete~=${use} i`))
  .map((condition) => `input[${condition}]`)
  .join(',');

let secrets = [];

// The value as base64 has it at each of the three places of a group, without the characters that what stands beside it
// decides; in both alphabets.
const inBase64 = (value) => {
  const bytes = Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte)).join('');
  const forms = [];
  for (const [before, skip] of [['', 0], ['x', 2], ['xx', 3]]) {
    const whole = btoa(before + bytes);
    const known = whole.slice(skip, Math.floor(((before.length + bytes.length) * 8) / 6));
    if (known.length >= 8) forms.push(known, known.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return forms;
};

const percentEncoded = (value) => {
  try {
    return encodeURIComponent(value);
  } catch {
    // A lone surrogate has no such form.
    return value;
  }
};

// A percent sign where encodeURIComponent leaves a sign as it is.
const signsEncoded = (text) => text.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

const REFERENCES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

// The forms in which pages repeat a value, other than its own and its case; the firewall knows the same ones.
const formsOf = (value) => {
  const encoded = percentEncoded(value);
  const quoted = JSON.stringify(value).slice(1, -1);
  const plain = [
    encoded,
    signsEncoded(encoded),
    encoded.replaceAll('%20', '+'),
    value.replace(/[&<>"']/g, (sign) => REFERENCES[sign]),
    quoted,
    quoted.replaceAll('/', '\\/'),
  ];
  const folded = plain.map((form) => form.toLowerCase()).filter((form) => form !== value.toLowerCase());
  return { folded: [...new Set(folded)], exact: [...new Set(inBase64(value))] };
};

const learn = (value) => {
  if (typeof value !== 'string' || value.trim().length < LEAST_SECRET || secrets.length >= MOST_SECRETS) return;
  const folded = value.toLowerCase();
  if (secrets.some((secret) => secret.folded === folded)) return;
  secrets.push({ value, folded, forms: formsOf(value), isWord: /^\p{L}+$/u.test(value), hits: 0 });
};

// Looks at every field that is or was sensitive, in the document and in what can be reached from it.
const learnSecrets = (roots) => {
  secrets = [];
  for (const root of roots) for (const field of root.querySelectorAll(SECRET_FIELDS)) rememberField(field);
  const alive = everSensitive.list.filter((reference) => reference.deref() !== undefined);
  everSensitive.list = alive;
  for (const reference of alive) {
    const field = reference.deref();
    learn(inputValueOf(field));
    learn(getAttributeOf(field, 'value'));
  }
  // The longest first, so that no secret leaves the rest of one that it is a part of.
  secrets.sort((a, b) => b.value.length - a.value.length);
  findSpread(roots);
};

// The text with every secret in it covered.
const covered = (text) => {
  if (secrets.length === 0 || text.length < LEAST_SECRET) return text;
  let shown = text;
  for (const secret of secrets) shown = cover(shown, secret);
  return shown;
};

const cover = (text, secret) => {
  const folded = text.toLowerCase();
  // A few letters change their length with their case; positions would not fit then.
  const fits = folded.length === text.length;
  let shown = fits ? coverOne(text, folded, secret.folded, secret) : coverOne(text, text, secret.value, secret);
  for (const form of secret.forms.exact) shown = coverOne(shown, shown, form, secret);
  if (!fits) return shown;
  let lower = shown === text ? folded : shown.toLowerCase();
  for (const form of secret.forms.folded) {
    const next = coverOne(shown, lower, form, secret);
    if (next !== shown) lower = next.toLowerCase();
    shown = next;
  }
  return shown;
};

const coverOne = (text, hay, needle, secret) => {
  let at = hay.indexOf(needle);
  if (at < 0) return text;
  let shown = '';
  let end = 0;
  while (at >= 0 && !(secret.isWord && secret.hits >= MOST_HITS_OF_A_WORD)) {
    secret.hits += 1;
    shown += text.slice(end, at) + FACTS.sentinel;
    end = at + needle.length;
    at = hay.indexOf(needle, end);
  }
  return shown + text.slice(end);
};

// Values that stand in several texts one after the other: which part of which text belongs to one. Null when no value
// is known, which is so on nearly all pages.
let spread = null;

// Most text that is joined to look for such values, in UTF-16 units, and most time for it in milliseconds: a page with
// a field and a million elements is not to cost more than its reading.
const MOST_JOINED = 1_000_000;
const MOST_JOINING_MS = 25;

const findSpread = (roots) => {
  spread = null;
  if (secrets.length === 0) return;
  spread = new Map();
  const until = performance.now() + MOST_JOINING_MS;
  for (const root of roots) {
    const walker = (root.ownerDocument ?? root).createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    const starts = [];
    let joined = '';
    for (let node = walker.nextNode(); node !== null && joined.length < MOST_JOINED; node = walker.nextNode()) {
      texts.push(node);
      starts.push(joined.length);
      joined += node.data;
      if ((texts.length & 511) === 0 && performance.now() > until) break;
    }
    const folded = joined.toLowerCase();
    const fits = folded.length === joined.length;
    for (const secret of secrets) {
      const [hay, needle] = fits ? [folded, secret.folded] : [joined, secret.value];
      for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, at + needle.length)) {
        markSpread(texts, starts, at, at + needle.length);
      }
    }
  }
};

const markSpread = (texts, starts, from, to) => {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= from) low = middle;
    else high = middle;
  }
  if (to <= starts[low] + texts[low].data.length) return;
  for (let index = low; index < texts.length && starts[index] < to; index += 1) {
    const start = Math.max(0, from - starts[index]);
    const part = { start, end: to - starts[index], first: index === low };
    const parts = spread.get(texts[index]);
    if (parts === undefined) spread.set(texts[index], [part]);
    else parts.push(part);
  }
};

// The data of a text with every secret in it covered, also those that it holds a part of.
const coveredText = (node) => {
  const { data } = node;
  const parts = spread === null ? undefined : spread.get(node);
  if (parts === undefined) return covered(data);
  let shown = '';
  let end = 0;
  for (const part of parts) {
    shown += covered(data.slice(end, part.start)) + (part.first ? FACTS.sentinel : '');
    end = Math.max(end, part.end);
  }
  return shown + covered(data.slice(end));
};
