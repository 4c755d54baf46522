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

export function isSerializedOrigin(value: string): boolean {
  try {
    return PLAIN_ORIGIN.test(value) && new URL(value).origin === value
  } catch {
    return false
  }
}
