// How frames find each other: by their place among the frames of their parent, which a page of another origin may be
// asked too. The path from the top names a frame in the same way on both sides.

const positionIn = (view, frame) => {
  for (let index = 0; index < view.length; index += 1) if (view[index] === frame) return index;
  return -1;
};

const pathOf = (view) => {
  const path = [];
  for (let at = view; at !== at.parent && path.length < 64; at = at.parent) path.unshift(positionIn(at.parent, at));
  return path;
};

// Whether the document above can be reached: then it reads this one in place.
const isReadByParent = () => {
  if (window === window.parent) return false;
  try {
    return window.frameElement !== null;
  } catch {
    return false;
  }
};
