import { desc, isNull, sql } from 'drizzle-orm'
import type { Database } from '../database/connect.ts'
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
 */
export const rotateTokenKey = (
  db: Database,
  signer: Pick<SignerClient, 'openTokenKey'>,
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
    if (newest?.waits) return { kid: newest.kid, signsFrom: newest.signsFrom, isNew: false }
    const { row } = await makeTokenKey(signer)
    const [made] = await tx
      .insert(tokenKeys)
      .values({ ...row, signsFrom: sql`clock_timestamp() + ${PUBLISHED_BEFORE}::interval` })
      .returning({ kid: tokenKeys.kid, signsFrom: tokenKeys.signsFrom })
    if (!made) throw new Error('An insert always returns its row')
    const until = new Date(made.signsFrom.getTime() + (ACCESS_TOKEN_LIFETIME_S + MARGIN_S) * 1000)
    await tx
      .update(tokenKeys)
      .set({ expiresAt: until })
      .where(sql`${isNull(tokenKeys.expiresAt)} and kid <> ${made.kid}`)
    return { ...made, isNew: true }
  })
