// Access to nodes that no page can lead astray: a form answers a property of its own by the control of that name, in
// this world as well, so that every property is read through the getter that the browser defined.

const getter = (prototype, name) => {
  const { get } = Object.getOwnPropertyDescriptor(prototype, name);
  return (node) => get.call(node);
};

const method = (prototype, name) => {
  const call = prototype[name];
  return (node, argument) => call.call(node, argument);
};

const inputTypeOf = getter(HTMLInputElement.prototype, 'type');
const inputValueOf = getter(HTMLInputElement.prototype, 'value');
const firstChildOf = getter(Node.prototype, 'firstChild');
const lastChildOf = getter(Node.prototype, 'lastChild');
const nextSiblingOf = getter(Node.prototype, 'nextSibling');
const parentNodeOf = getter(Node.prototype, 'parentNode');
const nodeTypeOf = getter(Node.prototype, 'nodeType');
const ownerDocumentOf = getter(Node.prototype, 'ownerDocument');
const parentElementOf = getter(Node.prototype, 'parentElement');
const textContentOf = getter(Node.prototype, 'textContent');
const localNameOf = getter(Element.prototype, 'localName');
const namespaceURIOf = getter(Element.prototype, 'namespaceURI');
const shadowRootOf = getter(Element.prototype, 'shadowRoot');
const firstElementChildOf = getter(Element.prototype, 'firstElementChild');
const nextElementSiblingOf = getter(Element.prototype, 'nextElementSibling');
const childElementCountOf = getter(Element.prototype, 'childElementCount');
const clientWidthOf = getter(Element.prototype, 'clientWidth');
const clientHeightOf = getter(Element.prototype, 'clientHeight');
const scrollWidthOf = getter(Element.prototype, 'scrollWidth');
const scrollHeightOf = getter(Element.prototype, 'scrollHeight');
const scrollLeftOf = getter(Element.prototype, 'scrollLeft');
const scrollTopOf = getter(Element.prototype, 'scrollTop');
const slotOf = getter(Element.prototype, 'slot');
const getAttributeOf = method(Element.prototype, 'getAttribute');
const hasAttributeOf = method(Element.prototype, 'hasAttribute');
const hasAttributesOf = method(Element.prototype, 'hasAttributes');
const getAttributeNamesOf = method(Element.prototype, 'getAttributeNames');
const getBoundingClientRectOf = method(Element.prototype, 'getBoundingClientRect');
const checkVisibilityOf = method(Element.prototype, 'checkVisibility');
const containsOf = method(Node.prototype, 'contains');
