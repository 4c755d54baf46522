import { provenBy } from '@vitrine/shared/account/login-facts.ts'
import { type TokenIssuer, tokenIssuer } from '@vitrine/shared/config/token-issuer.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database/connect.ts'
import { loginIssuers } from '../database/issuer-tables.ts'
import { executePrepared } from '../database/prepared.ts'
import type { SignerClient } from '../signer/operations.ts'

export type TokenMethod = ReturnType<typeof provenBy<'token'>>[number]

/** By what the signer checks tokens of an app's own login. */
export interface SealedIssuer {
  readonly settings: TokenIssuer
  /** `null`: an earlier release set it, and nobody has sealed it since. */
  readonly seal: string | null
}

/** @returns `null` when the operator set none up */
export async function findIssuer(
  db: Database,
  appId: string,
  method: TokenMethod,
): Promise<SealedIssuer | null> {
  const [row] = await executePrepared<{ settings: unknown; seal: string | null }>(
    db,
    'login-issuer',
    sql`select settings, seal from login_issuers where app_id = ${appId} and method = ${method}`,
  )
  return row ? { settings: tokenIssuer.parse(row.settings), seal: row.seal } : null
}

/** Writes down what was sealed, in the place of what was there. The API process's role cannot. */
export async function storeIssuer(
  db: Database | Transaction,
  appId: string,
  method: TokenMethod,
  { settings, seal }: SealedIssuer,
): Promise<void> {
  await db
    .insert(loginIssuers)
    .values({ appId, method, settings, seal })
    .onConflictDoUpdate({
      target: [loginIssuers.appId, loginIssuers.method],
      set: { settings, seal, updatedAt: sql`now()` },
    })
}

export async function removeIssuer(
  db: Database | Transaction,
  appId: string,
  method: TokenMethod,
): Promise<void> {
  await db.delete(loginIssuers).where(and(eq(loginIssuers.appId, appId), eq(loginIssuers.method, method)))
}

export interface AppIssuer {
  readonly appId: string
  readonly settings: TokenIssuer
}

/** How many an earlier release set. */
export const countUnsealed = (db: Database): Promise<number> =>
  db.$count(loginIssuers, isNull(loginIssuers.seal))

/**
 * Seals what an earlier release set.
 * @param signer the operator's own
 * @returns what it sealed, for the operator to read
 */
export async function sealIssuers(
  db: Database | Transaction,
  signer: Pick<SignerClient, 'sealIssuer'>,
): Promise<readonly AppIssuer[]> {
  const rows = await db.select().from(loginIssuers).where(isNull(loginIssuers.seal))
  const sealed: AppIssuer[] = []
  for (const { appId, method, settings: stored } of rows) {
    const known = provenBy('token').find(it => it === method)
    if (!known) continue
    const settings = tokenIssuer.parse(stored)
    const { seal } = await signer.sealIssuer({ appId, method: known, settings })
    await storeIssuer(db, appId, known, { settings, seal })
    sealed.push({ appId, settings })
  }
  return sealed
}
