import type { EnvelopeKeys, Keyring } from '../keyring.ts'

const KEY_ID = 'totp'

/**
 * What secrets of authenticator apps are sealed under: a root, which stays, and no envelope key. They stand within what the signer
 * seals of a user's factors, so that nobody could seal one anew by itself.
 */
export const totpKeys = ({ totp }: Keyring): EnvelopeKeys => ({
  current: KEY_ID,
  byId: new Map([[KEY_ID, totp]]),
})
