import { desc, sql } from 'drizzle-orm'
import { calculateJwkThumbprint, type JWK } from 'jose'
import type { Database } from '../database/connect.ts'
import { tokenKeys } from '../database/schema.ts'
import type { SignerClient } from '../signer/operations.ts'

export interface TokenKey {
  readonly kid: string
  readonly publicJwk: JWK
  readonly privateJwk: JWK
}

/** Serialises first starts (`pg_advisory_xact_lock`); any constant that no other lock uses. */
const LOCK = 7_281_003

/**
 * The token-signing keys, newest first. The first server to start makes one; of two that start at once, the second waits
 * for the lock and finds the key of the first.
 */
export async function loadTokenKeys(
  db: Database,
  signer: SignerClient,
): Promise<readonly [TokenKey, ...TokenKey[]]> {
  return db.transaction(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    const rows = await tx.select().from(tokenKeys).orderBy(desc(tokenKeys.createdAt))
    const keys: TokenKey[] = []
    for (const { kid, publicJwk, sealedPrivateKey } of rows) {
      const { privateJwk } = await signer.openTokenKey({ sealed: sealedPrivateKey })
      keys.push({ kid, publicJwk: publicPart(publicJwk as JWK), privateJwk: privateJwk as JWK })
    }
    const [newest, ...older] = keys
    if (newest) return [newest, ...older]
    const { sealed, privateJwk } = await signer.openTokenKey({ sealed: null })
    const publicJwk = publicPart(privateJwk as JWK)
    const kid = await calculateJwkThumbprint(publicJwk, 'sha256')
    await tx.insert(tokenKeys).values({ kid, publicJwk: publicJwk as JsonWebKey, sealedPrivateKey: sealed })
    return [{ kid, publicJwk, privateJwk: privateJwk as JWK }]
  })
}

/** Copies the public members by name, so that no private one can slip into a row or a JWKS. */
function publicPart({ x, y }: JWK): JWK {
  if (x === undefined || y === undefined) throw new Error('The token key is not a P-256 key')
  return { kty: 'EC', crv: 'P-256', x, y }
}
