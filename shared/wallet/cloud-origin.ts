import { isOnThisMachine } from '../config/rpc-url.ts'

/** The companies' own addresses: Google's API for a Drive, and Apple's for CloudKit's web services. */
export const CLOUD_ORIGINS = {
  'google-drive': 'https://www.googleapis.com',
  icloud: 'https://api.apple-cloudkit.com',
} as const

/**
 * Where the secret of a recovery goes, with the token that the user gave for their cloud: to the company, whatever an app's config
 * says. Who can write that config could otherwise have both sent to an address of their own. A stand-in on this machine is taken
 * during development alone, where the wallet itself is on this machine.
 * @param configured URL of the app's config
 * @param walletOrigin of the frame that asks
 */
export const cloudOrigin = (
  cloud: keyof typeof CLOUD_ORIGINS,
  configured: string,
  walletOrigin: string,
): string => (isLocal(walletOrigin) && isLocal(configured) ? configured : CLOUD_ORIGINS[cloud])

function isLocal(url: string): boolean {
  try {
    return isOnThisMachine(url)
  } catch {
    return false
  }
}
