import { RETURN_PARAMETERS } from '@vitrine/shared/api/oauth-flow.ts'
import { requireOwnAddress } from '../apps/own-address.ts'
import type { App } from '../apps/registry.ts'

/**
 * Where the whole page comes back to.
 * @returns its address without what another login left in it
 * @throws `invalid_data` (400)
 */
export function readRedirectTo(app: App, written: string): string {
  const url = requireOwnAddress(app, written, 'redirect_to')
  for (const name of Object.values(RETURN_PARAMETERS)) url.searchParams.delete(name)
  return url.href
}
