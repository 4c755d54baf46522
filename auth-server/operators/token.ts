import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, base64url: a session, a link, a confirmation or a challenge. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** As which one is stored: SHA-256, hex. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
