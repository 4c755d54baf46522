import { isAppOrigin, isSerializedOrigin } from './web-origin.ts'

/** How an app's `allowed_domains` names a site: an origin, or all previews of a deployment, `https://*.previews.example`. */

const WILDCARD = 'https://*'
/** One label of a host name as browsers write it: letters in lower case, punycode included. */
const LABEL = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/

/** An origin, also of an app's own pages, or one star in the place of the first label. */
export const isSiteOrigin = (written: string): boolean =>
  isAppOrigin(written) ||
  isSerializedOrigin(written.replace(/^https:\/\/\*\.(?=[\w.-]*\w(:\d+)?$)/, 'https://any.'))

/** Whether it stands for more than one origin. */
export const isPreviewPattern = (allowed: string): boolean => allowed.startsWith(`${WILDCARD}.`)

/**
 * Whether a site may do what `allowed_domains` lets it. The star stands for exactly one label: `https://*.previews.example` has
 * `https://a.previews.example`, and neither `https://previews.example` nor `https://a.b.previews.example`. Schemes and ports are
 * compared as they are.
 * @param origin as a browser serialises it
 */
export const allowsOrigin = (allowed: readonly string[], origin: string): boolean =>
  allowed.some(each => (isPreviewPattern(each) ? isPreview(each, origin) : each === origin))

function isPreview(pattern: string, origin: string): boolean {
  const rest = pattern.slice(WILDCARD.length)
  return (
    origin.startsWith('https://') &&
    origin.endsWith(rest) &&
    LABEL.test(origin.slice('https://'.length, -rest.length))
  )
}

/** Those that stand for one origin alone: what a policy, a link or the public config may name. */
export const exactOrigins = (allowed: readonly string[]): string[] =>
  allowed.filter(each => !isPreviewPattern(each))

/**
 * The exact ones, and the asking site where a pattern has it: what a document for that site goes by. So no pattern reaches a
 * Content-Security-Policy, whose star has any number of labels, nor a frame.
 */
export const originsFor = (allowed: readonly string[], site: string | undefined): string[] => {
  const exact = exactOrigins(allowed)
  return site === undefined || exact.includes(site) || !allowsOrigin(allowed, site) ? exact : [...exact, site]
}
