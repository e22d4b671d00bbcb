// Which attributes leave the page, and which values never do.
//
// What a person typed, and what a field holds, is no text of the page: no value of a field is read at all. The
// attributes by which the firewall knows a field do leave, because it decides on the other side as well.

const FIELDS = new Set(['input', 'textarea', 'select', 'meta']);
const FIELD_ATTRIBUTES = FACTS.field_attributes;
const VALUE_ATTRIBUTES = new Set(FACTS.value_attributes);
// Values that are labels of a control or numbers of a list, not what somebody entered.
const SHOWN_VALUES = new Set(['submit', 'button', 'reset']);

const holdsEntry = (element, name) =>
  (name === 'input' && !SHOWN_VALUES.has(inputTypeOf(element))) || name === 'textarea' || name === 'select';

// Fields that were sensitive at some time; the collector's world keeps this between reads, the page cannot see it.
const everSensitive = (globalThis.pagewardenSensitive ??= { fields: new WeakSet(), list: [] });

const rememberField = (element) => {
  if (everSensitive.fields.has(element)) return;
  everSensitive.fields.add(element);
  everSensitive.list.push(new WeakRef(element));
};

const sensitiveFlags = (element, name) => {
  if (name === 'input' && (inputTypeOf(element) === 'password' || declaresPassword(element))) {
    rememberField(element);
    return FLAG.sensitive;
  }
  return everSensitive.fields.has(element) ? FLAG.was_sensitive : 0;
};

const declaresPassword = (element) => (getAttributeOf(element, 'type') || '').trim().toLowerCase() === 'password';

const isField = (element, name) =>
  FIELDS.has(name) || hasAttributeOf(element, 'contenteditable') || hasAttributeOf(element, 'data-autofill');

const writeFieldAttributes = (output, element) => {
  for (const name of FIELD_ATTRIBUTES) {
    const value = getAttributeOf(element, name);
    if (value !== null) output.attribute(name, covered(value));
  }
};

const writeAllAttributes = (output, element, name) => {
  if (!hasAttributesOf(element)) return;
  const entered = holdsEntry(element, name);
  for (const attribute of getAttributeNamesOf(element)) {
    if (entered && VALUE_ATTRIBUTES.has(attribute)) continue;
    output.attribute(attribute, covered(getAttributeOf(element, attribute)));
  }
};
