// Value memory: what a sensitive field holds leaves the page nowhere else either. Wherever it stands in a text, an
// attribute or an address, a sentinel takes its place, which the core turns into the placeholder.

// Shorter values are too common to be told from ordinary text.
const LEAST_SECRET = 6;
// A page may put a word into a field to have its own text blotted out: a plain word that stands everywhere is no secret.
const MOST_HITS_OF_A_WORD = 32;

// A page with more password fields than this is no page for people.
const MOST_SECRETS = 64;

let secrets = [];

const learn = (value) => {
  if (typeof value !== 'string' || value.trim().length < LEAST_SECRET || secrets.length >= MOST_SECRETS) return;
  const folded = value.toLowerCase();
  if (secrets.some((secret) => secret.folded === folded)) return;
  secrets.push({ value, folded, isWord: /^\p{L}+$/u.test(value), hits: 0 });
};

// Looks at every field that is or was sensitive, in the document and in what can be reached from it.
const learnSecrets = (roots) => {
  secrets = [];
  for (const root of roots) for (const field of root.querySelectorAll('input[type=password i]')) rememberField(field);
  const alive = everSensitive.list.filter((reference) => reference.deref() !== undefined);
  everSensitive.list = alive;
  for (const reference of alive) {
    const field = reference.deref();
    learn(inputValueOf(field));
    learn(getAttributeOf(field, 'value'));
  }
  // The longest first, so that no secret leaves the rest of one that it is a part of.
  secrets.sort((a, b) => b.value.length - a.value.length);
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
  const [hay, needle] = folded.length === text.length ? [folded, secret.folded] : [text, secret.value];
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
