import { RETURN_PARAMETERS } from '@vitrine/shared/api/oauth-flow.ts'
import type { App } from '../apps/registry.ts'
import { apiError } from '../errors/api-error.ts'

/**
 * Where the whole page comes back to: a page of one of the app's origins, or an app of its own on the device. Anywhere else
 * would be handed what came back (an open redirector, RFC 9700 §4.11).
 * @returns its address without what another login left in it
 * @throws `invalid_data` (400)
 */
export function readRedirectTo({ config }: App, written: string): string {
  const url = URL.canParse(written) ? new URL(written) : null
  const isPage =
    url !== null && config.allowed_domains.includes(url.origin) && url.username + url.password === ''
  const isApp = url !== null && config.allowed_native_app_url_schemes.includes(url.protocol.slice(0, -1))
  // A scheme that a browser runs is no app's, whatever the config says.
  if (!url || (!isPage && (!isApp || /^(javascript|data|blob|file|vbscript):$/.test(url.protocol)))) {
    throw apiError('invalid_data', 'redirect_to: it is no page of one of this app’s allowed domains')
  }
  for (const name of Object.values(RETURN_PARAMETERS)) url.searchParams.delete(name)
  return url.href
}
