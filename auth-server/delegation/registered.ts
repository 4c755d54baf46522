import { randomBytes } from 'node:crypto'
import type { Policy } from '@vitrine/shared/wallet/policy.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import { delegationData } from '../audit/delegation-data.ts'
import { recordEvent, THE_SERVER } from '../audit/record-event.ts'
import type { Database, Transaction } from '../database/connect.ts'
import { authorizationKeys, delegationPolicies, walletDelegations } from '../database/delegation-tables.ts'
import type { SignerClient } from '../signer/operations.ts'
import { personOf, readList, replaceList } from './stored-list.ts'

/** What an app's operator registers by commands, with a signer of their own. The API process's role writes none of it. */
interface Operator<O extends keyof SignerClient, D = Database | Transaction> {
  readonly db: D
  readonly signer: Pick<SignerClient, O>
}

const newId = (kind: 'signer' | 'policy') => `${kind}_${randomBytes(18).toString('base64url')}`

/** @returns the policy's id */
export async function addPolicy(
  { db, signer }: Operator<'sealPolicy'>,
  appId: string,
  policy: Policy,
): Promise<string> {
  const id = newId('policy')
  const { seal } = await signer.sealPolicy({ appId, policyId: id, policy })
  await db.insert(delegationPolicies).values({ id, appId, policy, seal })
  return id
}

/** Another content under the same id. Who agreed to the one before goes on by that. */
export async function replacePolicy(
  { db, signer }: Operator<'sealPolicy'>,
  { id, appId }: { readonly id: string; readonly appId: string },
  policy: Policy,
): Promise<void> {
  const { seal } = await signer.sealPolicy({ appId, policyId: id, policy })
  await db.update(delegationPolicies).set({ policy, seal }).where(eq(delegationPolicies.id, id))
}

export const findPolicy = async (db: Database, id: string) =>
  (await db.select().from(delegationPolicies).where(eq(delegationPolicies.id, id)))[0] ?? null

export const listPolicies = (db: Database, appId: string) =>
  db
    .select()
    .from(delegationPolicies)
    .where(eq(delegationPolicies.appId, appId))
    .orderBy(asc(delegationPolicies.createdAt), asc(delegationPolicies.id))

/** Nobody agrees to it any more. Who did goes on by it. */
export async function removePolicy(db: Database | Transaction, id: string): Promise<void> {
  await db.delete(delegationPolicies).where(eq(delegationPolicies.id, id))
}

export interface NewKey {
  readonly name: string
  /** Base64 SPKI, P-256. */
  readonly publicKey: string
  readonly policyIds: readonly string[]
}

/** @returns its `signer_id`. @throws SignerRefusal for what is no P-256 key; a unique violation for one that the app has */
export async function addKey(
  { db, signer }: Operator<'sealAuthorizationKey'>,
  appId: string,
  { name, publicKey, policyIds }: NewKey,
): Promise<string> {
  const id = newId('signer')
  const key = { name, publicKey, policyIds: [...policyIds] }
  const { seal } = await signer.sealAuthorizationKey({ appId, signerId: id, ...key })
  await db.insert(authorizationKeys).values({ id, appId, ...key, seal })
  return id
}

export const listKeys = (db: Database, appId: string) =>
  db
    .select()
    .from(authorizationKeys)
    .where(eq(authorizationKeys.appId, appId))
    .orderBy(asc(authorizationKeys.createdAt), asc(authorizationKeys.id))

export const findKey = async (db: Database, id: string) =>
  (await db.select().from(authorizationKeys).where(eq(authorizationKeys.id, id)))[0] ?? null

/**
 * Removes a key and ends all that it was given. It can do nothing once its row is gone; then each wallet's list is made without
 * it, so that it does not come back with the row.
 * @param also in the transaction in which its row goes
 * @returns how many wallets it could use
 */
export async function removeKey(
  { db, signer }: Operator<'dropDelegate', Database>,
  { id: signerId, appId }: { readonly id: string; readonly appId: string },
  also: (tx: Transaction) => Promise<void>,
): Promise<number> {
  await db.transaction(async tx => {
    await tx.delete(authorizationKeys).where(eq(authorizationKeys.id, signerId))
    await also(tx)
  })
  const given = await db
    .select({ walletId: walletDelegations.walletId })
    .from(walletDelegations)
    .where(
      and(
        eq(walletDelegations.appId, appId),
        sql`${walletDelegations.list} -> 'delegations' @> ${JSON.stringify([{ signerId }])}::jsonb`,
      ),
    )
  for (const { walletId } of given) await dropFrom({ db, signer }, walletId, signerId)
  return given.length
}

async function dropFrom(
  { db, signer }: Operator<'dropDelegate', Database>,
  walletId: string,
  signerId: string,
) {
  for (;;) {
    const present = await readList(db, walletId)
    const delegation = present?.list.delegations.find(each => each.signerId === signerId)
    if (!present || !delegation) return
    const next = await signer.dropDelegate({ ...present, signerId })
    const isStored = await db.transaction(async tx => {
      if (!(await replaceList(tx, present, next))) return false
      const { appId, userId } = present.list
      const whose = { appId, userId: await personOf(tx, userId) }
      const data = delegationData(present.list, delegation)
      return recordEvent(tx, Date.now(), whose, THE_SERVER, { type: 'wallet.delegation_revoked', data })
    })
    if (isStored) return
  }
}
