import { desc, sql } from 'drizzle-orm'
import { calculateJwkThumbprint, type JWK } from 'jose'
import type { Database, Transaction } from '../database/connect.ts'
import { tokenKeys } from '../database/key-tables.ts'
import type { SignerClient } from '../signer/operations.ts'

export interface TokenKey {
  readonly kid: string
  readonly publicJwk: JWK
  readonly privateJwk: JWK
  /** Unix ms: it is published before, so that every server knows what the others sign. */
  readonly signsFrom: number
  /** Unix ms: no token of it lives any more; `null`: none follows it yet. */
  readonly expiresAt: number | null
}
export type TokenKeys = readonly [TokenKey, ...TokenKey[]]

/** The last that signs by now. @param now unix ms */
export const signingKey = (keys: TokenKeys, now: number): TokenKey =>
  keys.find(it => it.signsFrom <= now) ?? keys[keys.length - 1] ?? keys[0]

/** Those of which a token may live, or will. @param now unix ms */
export const publishedKeys = (keys: TokenKeys, now: number): readonly TokenKey[] =>
  keys.filter(it => it.expiresAt === null || it.expiresAt > now)

/** Serialises first starts and rotations (`pg_advisory_xact_lock`); any constant that no other lock uses. */
const LOCK = 7_281_003
export const lockTokenKeys = (tx: Transaction) => tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)

/**
 * The token-signing keys, the last to sign first. The first server to start makes one; of two that start at once, the second
 * waits for the lock and finds the key of the first.
 * @param known opened before: a key is opened once
 */
export async function loadTokenKeys(
  db: Database,
  signer: Pick<SignerClient, 'openTokenKey'>,
  known: readonly TokenKey[] = [],
): Promise<TokenKeys> {
  const stored = await readTokenKeys(db, signer, known)
  if (isSome(stored)) return stored
  return db.transaction(async tx => {
    await lockTokenKeys(tx)
    const others = await readTokenKeys(tx, signer, [])
    if (isSome(others)) return others
    const { row, privateJwk } = await makeTokenKey(signer)
    const [made] = await tx.insert(tokenKeys).values(row).returning({ signsFrom: tokenKeys.signsFrom })
    if (!made) throw new Error('An insert always returns its row')
    const { kid, publicJwk } = row
    return [
      { kid, publicJwk: publicJwk as JWK, privateJwk, signsFrom: made.signsFrom.getTime(), expiresAt: null },
    ]
  })
}

async function readTokenKeys(
  db: Database | Transaction,
  signer: Pick<SignerClient, 'openTokenKey'>,
  known: readonly TokenKey[],
): Promise<readonly TokenKey[]> {
  const rows = await db.select().from(tokenKeys).orderBy(desc(tokenKeys.signsFrom))
  const keys: TokenKey[] = []
  for (const row of rows) {
    const { kid, signsFrom, expiresAt } = row
    const opened = known.find(it => it.kid === kid) ?? {
      publicJwk: publicPart(row.publicJwk as JWK),
      privateJwk: (await signer.openTokenKey({ sealed: row.sealedPrivateKey })).privateJwk as JWK,
    }
    const { publicJwk, privateJwk } = opened
    const times = { signsFrom: signsFrom.getTime(), expiresAt: expiresAt?.getTime() ?? null }
    keys.push({ kid, publicJwk, privateJwk, ...times })
  }
  return keys
}

/** A key that no row has yet. */
export async function makeTokenKey(signer: Pick<SignerClient, 'openTokenKey'>) {
  const { sealed, privateJwk } = await signer.openTokenKey({ sealed: null })
  const publicJwk = publicPart(privateJwk as JWK)
  const kid = await calculateJwkThumbprint(publicJwk, 'sha256')
  return {
    row: { kid, publicJwk: publicJwk as JsonWebKey, sealedPrivateKey: sealed },
    privateJwk: privateJwk as JWK,
  }
}

const isSome = (keys: readonly TokenKey[]): keys is TokenKeys => keys.length > 0

/** Copies the public members by name, so that no private one can slip into a row or a JWKS. */
function publicPart({ x, y }: JWK): JWK {
  if (x === undefined || y === undefined) throw new Error('The token key is not a P-256 key')
  return { kty: 'EC', crv: 'P-256', x, y }
}
