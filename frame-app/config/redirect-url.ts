import { parseUrl } from '@vitrine/shared/parse-url.ts'
import type { Ruled } from './warning.ts'

/**
 * Where a login that takes the whole page comes back to: a page of one of the app's origins. Anywhere else an answer for this
 * app would be read by another site (RFC 9700 §4.1.1).
 * @param asked by the page; `null`, the page's own address, where it cannot be
 */
export function mergeRedirectUrl(
  allowed: readonly string[],
  asked: string | undefined,
): Ruled<string | null> {
  if (asked === undefined) return { value: null, warnings: [] }
  const url = parseUrl(asked)
  if (url && allowed.includes(url.origin)) return { value: url.href, warnings: [] }
  return {
    value: null,
    warnings: [
      {
        rule: 'redirect-origin',
        message:
          'config.customOAuthRedirectUrl: not a page of one of this app’s origins, so logins come back to the page they began on.',
      },
    ],
  }
}
