import { createHash } from 'node:crypto'

/** The subject of a guest's account: SHA-256 of the credential, base64url. Enough for 256 random bits. */
export const secretSubject = (credential: string): string =>
  createHash('sha256').update(credential).digest('base64url')
