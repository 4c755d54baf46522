import { randomBytes } from 'node:crypto'
import type { Custody } from './custody.ts'
import { type EnvelopeContext, open, seal } from './envelope.ts'
import type { SignerResponse } from './operations.ts'

const SALT_BYTES = 32
const CONTEXT = { purpose: 'entropy-salt' } as const satisfies EnvelopeContext

/**
 * Makes the salt that an installation derives its users' entropies with. It is in the database, and so in every backup,
 * and nowhere else: the signer's roots alone make nobody's keys.
 * Sealed, so that who writes in the database cannot choose it.
 */
export function makeEntropySalt({ keyring }: Custody): SignerResponse<'makeEntropySalt'> {
  const salt = randomBytes(SALT_BYTES)
  try {
    return { sealed: seal(keyring.envelope, CONTEXT, salt) }
  } finally {
    salt.fill(0)
  }
}

/** @returns 32 bytes; the caller wipes them. @throws SignerRefusal `unreadable_envelope` */
export const openEntropySalt = ({ keyring }: Custody, sealed: string): Uint8Array =>
  open(keyring.envelope, CONTEXT, sealed)
