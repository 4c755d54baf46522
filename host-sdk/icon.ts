/** An SVG document. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0zM2 2l2 4 2-4H5L4 4 3 2z"/></svg>'
