/**
 * The oldest browsers in which the product works. The builds, the guides, the host script's error and the tests go by these. Code
 * that runs in a browser uses no newer API without a fallback: `scripts/chunks/newer-apis.ts` has their names.
 */
export const OLDEST_BROWSERS = { safari: '16.4', chrome: '111', firefox: '114' } as const

/** The same for a sentence. */
export const OLDEST_BROWSERS_TEXT = 'Safari 16.4, Chrome 111, Firefox 114'

/**
 * Whether this browser is one of them or newer, by two features: constructable style sheets came to Safari with 16.4, and `color-mix`
 * to Chrome with 111 and to Firefox with 113. Firefox 113 is not told apart, since no page can without starting a worker.
 */
export const isBrowserSupported = (): unknown =>
  document.adoptedStyleSheets && CSS.supports('color:color-mix(in srgb,red,red)')
