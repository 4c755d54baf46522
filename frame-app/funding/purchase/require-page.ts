import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { parseUrl } from '@vitrine/shared/parse-url.ts'

/**
 * That an address is one of a page elsewhere. A `javascript:` address would run in a window whose opener is this frame; one
 * of this origin would be a page of the wallet's that nobody asked for.
 * @throws VitrineError `invalid_data`
 */
export function requirePage(address: string, origin = location.origin): void {
  const url = parseUrl(address)
  const isLoopback = url !== null && /^(localhost|127\.0\.0\.1|[\w.-]+\.localhost)$/.test(url.hostname)
  const isPage = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback)
  if (!isPage || url.origin === origin)
    throw clientError('invalid_data', 'The address of the payment page is no such page.')
}
