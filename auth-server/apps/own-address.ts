import { apiError } from '../errors/api-error.ts'
import type { App } from './registry.ts'

/**
 * Where a person comes back to: a page of one of the app's origins, or an app of its own on the device. Anywhere else would be
 * handed what came back (an open redirector, RFC 9700 §4.11).
 * @param field of the call, for who reads the refusal
 * @throws `invalid_data` (400)
 */
export function requireOwnAddress({ config }: App, written: string, field: string): URL {
  const url = URL.canParse(written) ? new URL(written) : null
  const isPage =
    url !== null && config.allowed_domains.includes(url.origin) && url.username + url.password === ''
  const isApp = url !== null && config.allowed_native_app_url_schemes.includes(url.protocol.slice(0, -1))
  // A scheme that a browser runs is no app's, whatever the config says.
  if (!url || (!isPage && (!isApp || /^(javascript|data|blob|file|vbscript):$/.test(url.protocol)))) {
    throw apiError('invalid_data', `${field}: it is no page of one of this app’s allowed domains`)
  }
  return url
}
