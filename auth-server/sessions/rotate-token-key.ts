import { and, desc, gt, isNull, ne, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database/connect.ts'
import { tokenKeys } from '../database/key-tables.ts'
import type { SignerClient } from '../signer/operations.ts'
import { lockTokenKeys, makeTokenKey } from './token-keys.ts'
import { ACCESS_TOKEN_LIFETIME_S } from './tokens.ts'

/** Every server has read it by then, and whoever keeps the JWKS for a moment too. */
const PUBLISHED_BEFORE = '60 seconds'
/** Besides a token's life: for a server that looked a moment ago, and clocks that differ. */
const MARGIN_S = 5 * 60

/**
 * Makes the next token-signing key: published at once, signing in a minute. The one before goes when no token of it can live.
 * One that is published and does not sign yet is left to it.
 * @param living tokens of the one before: `spared` until they end by themselves, or `refused` as soon as the next one signs
 */
export const rotateTokenKey = (
  db: Database | Transaction,
  signer: Pick<SignerClient, 'openTokenKey'>,
  living: 'spared' | 'refused' = 'spared',
): Promise<{ readonly kid: string; readonly signsFrom: Date; readonly isNew: boolean }> =>
  db.transaction(async tx => {
    await lockTokenKeys(tx)
    const [newest] = await tx
      .select({
        kid: tokenKeys.kid,
        signsFrom: tokenKeys.signsFrom,
        waits: sql<boolean>`signs_from > clock_timestamp()`,
      })
      .from(tokenKeys)
      .orderBy(desc(tokenKeys.signsFrom))
      .limit(1)
    if (newest?.waits) {
      if (living === 'refused') await endOthers(tx, newest.kid, newest.signsFrom)
      return { kid: newest.kid, signsFrom: newest.signsFrom, isNew: false }
    }
    const { row } = await makeTokenKey(signer)
    const [made] = await tx
      .insert(tokenKeys)
      .values({ ...row, signsFrom: sql`clock_timestamp() + ${PUBLISHED_BEFORE}::interval` })
      .returning({ kid: tokenKeys.kid, signsFrom: tokenKeys.signsFrom })
    if (!made) throw new Error('An insert always returns its row')
    const lifeMs = living === 'refused' ? 0 : (ACCESS_TOKEN_LIFETIME_S + MARGIN_S) * 1000
    await endOthers(tx, made.kid, new Date(made.signsFrom.getTime() + lifeMs))
    return { ...made, isNew: true }
  })

/** Later than it was to end anyway no key ends. */
const endOthers = (tx: Transaction, kid: string, at: Date) =>
  tx
    .update(tokenKeys)
    .set({ expiresAt: at })
    .where(and(ne(tokenKeys.kid, kid), or(isNull(tokenKeys.expiresAt), gt(tokenKeys.expiresAt, at))))
