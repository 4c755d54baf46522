import { isPreviewPattern } from '@vitrine/shared/config/allowed-origin.ts'
import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { isAppOrigin } from '@vitrine/shared/config/web-origin.ts'
import { parse } from 'tldts'

/** Browsers let these have what HTTPS has: nobody is on the way. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Where an app cannot stand: told to the operator at the edit.
 * @returns one `field: why` each
 */
export function originContradictions({
  allowed_domains: allowed,
}: Pick<EditableAppConfig, 'allowed_domains'>): readonly string[] {
  if (allowed.length === 0)
    return [
      'allowed_domains: an app that no site may embed has no use; name one, such as https://shop.example',
    ]
  return allowed.flatMap((each, at) => {
    const why = isPreviewPattern(each) ? whyNoPreview(each) : whyNoSite(each)
    return why === null ? [] : [`allowed_domains.${at}: ${why}`]
  })
}

function whyNoSite(origin: string): string | null {
  if (isAppOrigin(origin)) return null
  const { protocol, hostname } = new URL(origin)
  // Names below `localhost` are this machine (RFC 6761 §6.3); Tauri has its pages at `http://tauri.localhost` on Windows and Android.
  if (protocol === 'https:' || LOOPBACK.includes(hostname) || hostname.endsWith('.localhost')) return null
  return `${origin} is in the clear: whoever is on the way could be that site. Write https://; http:// is for this machine alone (${LOOPBACK.join(', ')})`
}

/** Below a public suffix (publicsuffix.org, of registries and of companies) the names belong to anybody. */
function whyNoPreview(pattern: string): string | null {
  const { hostname } = new URL(pattern.replace('*.', ''))
  const { domain, isIp } = parse(hostname, { allowPrivateDomains: true })
  if (isIp || !hostname.includes('.') || domain === null)
    return `below ${hostname} anybody can have a name, and would be this app’s site. Name a domain of your own, such as https://*.previews.shop.example`
  return null
}

/** The risks of a pattern, and of the origin of an app's own pages, where one is set. */
export const originNotes = ({
  allowed_domains: allowed,
}: Pick<EditableAppConfig, 'allowed_domains'>): readonly string[] => [
  ...allowed
    .filter(isPreviewPattern)
    .map(
      each =>
        `${each}: whoever can publish a page at any such name stands in your site’s place: it can ask your users to sign, and is told who they are. Leave it out of an app whose wallets hold money, and make one for previews.`,
    ),
  // An extension's host is its key's hash; other schemes belong to whoever writes them.
  ...allowed
    .filter(each => isAppOrigin(each) && !/^(?:chrome|moz|safari-web)-extension:/.test(each))
    .map(
      each =>
        `${each}: every app on a person’s device can have pages of this origin. An app that the person installs can show your wallet as if it were yours.`,
    ),
]
