import { rejectedByUser } from '../kind/rejected-by-user.ts'
import type { RequestKind } from '../kind.ts'

/** A session that the page brought back is restricted: its user proves a login before they use their wallet. */
export interface ReleaseDeviceRequest {
  readonly id: string
  readonly kind: 'release-device'
}

export const releaseDevice: RequestKind<ReleaseDeviceRequest, undefined> = {
  dismissal: { type: 'error', error: rejectedByUser },
  custody: null,
  silent: null,
  screen: async () => (await import('./screen.tsx')).ReleaseDeviceScreen,
  page: null,
}
