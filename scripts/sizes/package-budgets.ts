/** Budgets of gzipped bytes (level 9) that the npm package adds to a site's own bundle, minified. */
export const PACKAGE_BUDGETS = {
  /** `@vitrine/host-sdk`: all script of the page, which a script tag loads in parts. */
  module: 24 * 1024,
  /** `@vitrine/host-sdk/react` with all its hooks, over that and React. */
  react: 3 * 1024,
} as const
