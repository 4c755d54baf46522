import { base64urlText } from '@vitrine/shared/encoding.ts'

const KEY = 'vitrine:browser'

/**
 * What this browser is known by at logins, with BROWSER_HEADER. It outlives a logout, which the device's key does not, and
 * opens nothing: without it a person is told of a new device, no more. `undefined` where nothing can be kept.
 */
export function browserId(): string | undefined {
  try {
    const kept = localStorage.getItem(KEY)
    if (kept !== null) return kept
    const made = base64urlText(crypto.getRandomValues(new Uint8Array(32)))
    localStorage.setItem(KEY, made)
    return made
  } catch {
    return undefined
  }
}
