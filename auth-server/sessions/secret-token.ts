import { createHash, randomBytes } from 'node:crypto'

/** A session and its refresh token live this long after the last refresh (contract §1). */
export const SESSION_LIFETIME_MS = 30 * 24 * 60 * 60_000

/** 256 random bits for a bearer secret of ours; stored only as its hash. */
export const newSecretToken = () => randomBytes(32).toString('base64url')

/** SHA-256, hex: enough for 256 random bits. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

export const newSessionId = () => `session_${randomBytes(16).toString('hex')}`
