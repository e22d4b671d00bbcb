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
// What is asked of every node has a function of its own: those of one factory share what the engine learns about calls,
// and it can then no longer tell which getter each of them calls.
const { get: firstChildGetter } = Object.getOwnPropertyDescriptor(Node.prototype, 'firstChild');
const { get: nextSiblingGetter } = Object.getOwnPropertyDescriptor(Node.prototype, 'nextSibling');
const { get: nodeTypeGetter } = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeType');
const { get: localNameGetter } = Object.getOwnPropertyDescriptor(Element.prototype, 'localName');
const { get: namespaceURIGetter } = Object.getOwnPropertyDescriptor(Element.prototype, 'namespaceURI');
const { get: shadowRootGetter } = Object.getOwnPropertyDescriptor(Element.prototype, 'shadowRoot');
const firstChildOf = (node) => firstChildGetter.call(node);
const nextSiblingOf = (node) => nextSiblingGetter.call(node);
const nodeTypeOf = (node) => nodeTypeGetter.call(node);
const localNameOf = (node) => localNameGetter.call(node);
const namespaceURIOf = (node) => namespaceURIGetter.call(node);
const shadowRootOf = (node) => shadowRootGetter.call(node);

const lastChildOf = getter(Node.prototype, 'lastChild');
const parentNodeOf = getter(Node.prototype, 'parentNode');
const ownerDocumentOf = getter(Node.prototype, 'ownerDocument');
const parentElementOf = getter(Node.prototype, 'parentElement');
const textContentOf = getter(Node.prototype, 'textContent');
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
const styleSheetsOf = getter(Document.prototype, 'styleSheets');
const adoptedStyleSheetsOf = getter(Document.prototype, 'adoptedStyleSheets');
const getAttributeOf = method(Element.prototype, 'getAttribute');
const hasAttributeOf = method(Element.prototype, 'hasAttribute');
const hasAttributesOf = method(Element.prototype, 'hasAttributes');
const getAttributeNamesOf = method(Element.prototype, 'getAttributeNames');
const getBoundingClientRectOf = method(Element.prototype, 'getBoundingClientRect');
const checkVisibilityOf = method(Element.prototype, 'checkVisibility');
const getAnimationsOf = method(Element.prototype, 'getAnimations');
const getRootNodeOf = method(Node.prototype, 'getRootNode');
const containsOf = method(Node.prototype, 'contains');
