import { FLOW_LIFETIME_MS, stateCode } from '@vitrine/shared/api/oauth-flow.ts'
import * as z from 'zod/mini'

/**
 * What this browser went to a provider for, by the flow's state, in the first-party storage of the wallet origin: the frame's
 * own is another one, parted from it by the site. The page that a provider comes back to takes no other state: an address that
 * somebody else made would log a person in to that one's account (login CSRF, RFC 6749 §10.12).
 */
const remembered = z.object({
  appId: z.string(),
  appName: z.string(),
  provider: z.string(),
  /** `null`: the flow goes on in a window of its own. */
  redirectTo: z.nullable(z.string()),
  /** Unix ms. */
  until: z.number(),
})
export type Remembered = Omit<z.infer<typeof remembered>, 'until'>

const PREFIX = 'vitrine:oauth_flow:'
const read = (text: string | null) => {
  try {
    return remembered.safeParse(JSON.parse(text ?? '')).data
  } catch {
    // Nothing, or not ours.
  }
}

/** Throws where the browser keeps nothing: nobody could come back. */
export function remember(storage: Storage, state: string, flow: Remembered, now = Date.now()): void {
  for (const key of Object.keys(storage))
    if (key.startsWith(PREFIX) && !((read(storage.getItem(key))?.until ?? 0) > now)) storage.removeItem(key)
  storage.setItem(PREFIX + state, JSON.stringify({ ...flow, until: now + FLOW_LIFETIME_MS }))
}

/** Once: a second page with the same address finds nothing. @returns `null` for what this browser did not begin, or too long ago */
export function takeRemembered(storage: Storage, state: string, now = Date.now()): Remembered | null {
  if (!stateCode.safeParse(state).success) return null
  const found = read(storage.getItem(PREFIX + state))
  storage.removeItem(PREFIX + state)
  if (!found || found.until < now) return null
  const { until: _, ...flow } = found
  return flow
}

/** In `sessionStorage`: of one window alone, wherever it went meanwhile. */
const STATELESS = 'vitrine:oauth_flow_here'

/**
 * Notes which flow this window goes to Apple for, whose page comes back without the flow's state (CloudKit Web Services
 * Reference). An address that somebody else made finds no flow in the window that it opens in.
 */
export const noteStateHere = (storage: Storage, state: string): void => storage.setItem(STATELESS, state)

/** Once. @returns `''` in a window that went nowhere */
export function takeStateHere(storage: Storage): string {
  const state = storage.getItem(STATELESS) ?? ''
  storage.removeItem(STATELESS)
  return state
}
