// Scope first: the element that a selector names is found by the browser, and only it and its ancestors are read.
// The core has parsed the selector before and lets only structural ones come here.

// The first match in the document, or else in its shadow trees and frames, and how many there are.
const findScope = (selector) => {
  const found = { element: null, matched: 0 };
  const look = (root) => {
    const list = root.querySelectorAll(selector);
    if (list.length > 0 && found.element === null) found.element = list[0];
    found.matched += list.length;
  };
  look(document);
  if (found.matched > 0) return found;
  const roots = [document];
  while (roots.length > 0) {
    for (const element of roots.shift().querySelectorAll('*')) {
      const inner = shadowRootOf(element) || (localNameOf(element) === 'iframe' ? element.contentDocument : null);
      if (inner) {
        look(inner);
        roots.push(inner);
      }
    }
  }
  return found;
};

// From the document down to an element: every step is an element, a shadow root or the document of a frame.
const stepsTo = (target) => {
  const steps = [];
  for (let node = target; node !== null; ) {
    steps.unshift(node);
    if (nodeTypeOf(node) === 9) node = node === document ? null : node.defaultView.frameElement;
    else node = nodeTypeOf(node) === 11 ? node.host : parentNodeOf(node);
  }
  return steps;
};

// The place of an element within its ancestors, without writing any of them.
const standAround = (walk, target) => {
  let open = walk.placeOf(document);
  for (const node of stepsTo(target)) {
    if (nodeTypeOf(node) === 1) open = walk.describe(node, open);
  }
  return open;
};

// Whether the target and all its ancestors have a box or at least no display of none.
const isRendered = (walk, target, parent) => {
  const style = getComputedStyle(target);
  if (style.display === 'none' || style.display === '') return false;
  for (let depth = parent.depth; depth > 0; depth -= 1) {
    const place = walk.places[depth];
    if (place !== undefined && place.display === DISPLAY.none) return false;
  }
  return true;
};

// Writes the ancestors of the target, which decide how its text is read, and then reads it.
const readScope = (walk, target) => {
  const steps = stepsTo(target);
  let open = walk.placeOf(document);
  let ends = '/';
  const { withHidden } = walk;
  // An ancestor that is hidden has to be there: the reader must learn that everything below is hidden.
  walk.withHidden = true;
  for (let index = 1; index < steps.length - 1; index += 1) {
    const node = steps[index];
    if (nodeTypeOf(node) === 11) continue;
    if (nodeTypeOf(node) === 9) {
      open = walk.placeOf(node);
      walk.output.records += 'f';
    } else {
      open = walk.describe(node, open);
      walk.write(open);
      if (nodeTypeOf(steps[index + 1]) === 11) {
        walk.output.records += 'r';
        ends += '/';
      } else if (shadowRootOf(node) !== null) {
        walk.slots(shadowRootOf(node));
      }
    }
    ends += '/';
  }
  // innerText of an element without a box is its textContent.
  walk.withHidden = withHidden || (walk.innerText && !isRendered(walk, target, open));
  walk.output.records += '*';
  open.next = target;
  open.single = true;
  open.ends = '';
  open.light = false;
  walk.read(open);
  if (walk.cut === null) walk.output.records += ends;
};
