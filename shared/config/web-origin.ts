import * as z from 'zod/mini'

/** A web origin exactly as a browser serialises it: scheme, host, optional port; no path, no wildcard. */
export const webOrigin = z
  .string()
  .check(
    z.maxLength(255),
    z.refine(isSerializedOrigin, 'Write an origin such as https://shop.example, without a path'),
  )

/** URL hosts may hold `*`, `;` and `'`, which mean something else in a Content-Security-Policy. */
const PLAIN_ORIGIN = /^https?:\/\/([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/

/**
 * The scheme and host of pages that an app or a browser extension brings along: `capacitor://localhost`, `tauri://localhost`,
 * `chrome-extension://<id>`. What browsers know as schemes of the web or of local data is none.
 */
const APP_ORIGIN =
  /^(?!(?:https?|wss?|ftp|file|data|blob|about|javascript|filesystem|view-source|vbscript):)[a-z][a-z\d+.-]*:\/\/[a-z\d](?:[a-z\d.-]*[a-z\d])?$/

/** Whether it is the origin of pages inside of an app or extension, which have no web server. */
export const isAppOrigin = (value: string): boolean => APP_ORIGIN.test(value)

/** Where a frame may stand: a web origin, or pages inside of an app or extension. */
export const embedderOrigin = z.string().check(
  z.maxLength(255),
  z.refine(it => isSerializedOrigin(it) || isAppOrigin(it)),
)

export function isSerializedOrigin(value: string): boolean {
  try {
    return PLAIN_ORIGIN.test(value) && new URL(value).origin === value
  } catch {
    return false
  }
}
