import { randomBytes } from 'node:crypto'
import type { ExpectedAnswer } from '@vitrine/shared/api/import-users.ts'
import type { Actor } from '@vitrine/shared/api/operation.ts'
import { asc, eq, sql } from 'drizzle-orm'
import type { App } from '../apps/registry.ts'
import { recordOperation } from '../audit/record-operation.ts'
import type { Context } from '../context.ts'
import type { Database, Transaction } from '../database/connect.ts'
import { expectedAccounts, expectedUsers, expectedWallets } from '../database/expected-tables.ts'
import { isForeignKeyViolation, isUniqueViolation, namesRetiredKey } from '../database/violations.ts'
import { apiError } from '../errors/api-error.ts'
import type { Caller } from '../http/caller.ts'
import type { Identity } from '../identity/identity.ts'
import { newWalletId } from '../users/claim-imports.ts'
import { askSigner } from '../wallet/call/ask-signer.ts'
import type { ChainType, Wanted } from './read-request.ts'
import { isSame, toWire } from './wire.ts'

/** Who asks, for the audit. */
export interface By {
  readonly actor: Actor
  readonly caller?: Pick<Caller, 'madeWith' | 'from'>
}

/** Another call makes the same user, or their person logs in, at most so often in between. */
const TRIES = 4

/**
 * Expects a user, or finds that they are expected or there already: the same call again, at once or later, has the same answer and the
 * same addresses. It is one transaction: whoever is expected has all their wallets, or is not expected.
 * @throws `resource_conflict` (409) | those of `askSigner`
 */
export async function expectUser(ctx: Context, app: App, wanted: Wanted, by: By): Promise<ExpectedAnswer> {
  for (let tries = 1; ; tries++) {
    const known = await findKnown(ctx.db, app.id, wanted.identities)
    if (known.userId !== null) return { status: 'exists', user_id: known.userId }
    try {
      return known.expectedId === null
        ? await expect(ctx, app.id, wanted, by)
        : await change(ctx, app.id, known.expectedId, wanted, by)
    } catch (error) {
      const isOvertaken =
        error instanceof Overtaken || isUniqueViolation(error) || isForeignKeyViolation(error)
      if (!isOvertaken || namesRetiredKey(error) || tries === TRIES) throw error
    }
  }
}

/** Somebody else changed the same user meanwhile; nothing was written. */
class Overtaken extends Error {}

interface Known {
  /** Who has one of the logins. */
  readonly userId: string | null
  /** Who is expected by one of them. */
  readonly expectedId: string | null
}

async function findKnown(
  db: Database | Transaction,
  appId: string,
  identities: readonly Identity[],
): Promise<Known> {
  const names = sql`jsonb_to_recordset(${JSON.stringify(identities)}::jsonb) as named (type text, subject text)`
  const { rows } = await db.execute<{ userId: string | null; expectedId: string | null }>(sql`
    select (select user_id from accounts join ${names} using (type, subject) where app_id = ${appId} limit 1) as "userId",
      (select expected_id from expected_accounts join ${names} using (type, subject) where app_id = ${appId} limit 1) as "expectedId"`)
  return rows[0] ?? { userId: null, expectedId: null }
}

async function expect(ctx: Context, appId: string, wanted: Wanted, by: By): Promise<ExpectedAnswer> {
  const { identities, chainTypes, customMetadata, acceptedTermsAt } = wanted
  const id = `expected_${randomBytes(18).toString('base64url')}`
  const wallets = await makeWallets(ctx, appId, identities, chainTypes)
  const row = { id, appId, identities, customMetadata, acceptedTermsAt, createdAt: new Date(ctx.now()) }
  return ctx.db.transaction(async tx => {
    const [made] = await tx.insert(expectedUsers).values(row).returning()
    if (!made) throw new Error('An insert returns its row')
    await tx.insert(expectedAccounts).values(identities.map(it => ({ appId, ...it, expectedId: id })))
    // Whoever logged in for the first time since, and was not seen, is seen now: they get no other wallet.
    if ((await findKnown(tx, appId, identities)).userId !== null) throw new Overtaken()
    await record(ctx, tx, appId, by, id, { type: 'user.imported' })
    await insertWallets(ctx, tx, appId, by, id, wallets)
    return { status: 'expected', user_id: null, is_new: true, ...toWire(made, wallets) }
  })
}

/** What is given takes the place of what waits, and wallets that are missing are made. */
async function change(
  ctx: Context,
  appId: string,
  id: string,
  wanted: Wanted,
  by: By,
): Promise<ExpectedAnswer> {
  const { identities, chainTypes, customMetadata, acceptedTermsAt } = wanted
  const before = await walletsOf(ctx.db, id)
  const missing = chainTypes.filter(it => !before.some(({ chainType }) => chainType === it))
  const wallets = await makeWallets(ctx, appId, identities, missing)
  return ctx.db.transaction(async tx => {
    const isIt = eq(expectedUsers.id, id)
    const [row] = await tx.select().from(expectedUsers).where(isIt).for('update')
    if (!row) throw new Overtaken()
    if (!isSame(row.identities, identities))
      throw apiError(
        'resource_conflict',
        `One of these logins is expected as ${id}, who has other logins too. Name exactly those, or delete that one first.`,
      )
    const set = {
      ...(customMetadata && !isSame(customMetadata, row.customMetadata) && { customMetadata }),
      ...(acceptedTermsAt && { acceptedTermsAt }),
    }
    const isChanged = set.customMetadata || acceptedTermsAt?.getTime() !== row.acceptedTermsAt?.getTime()
    if (isChanged && Object.keys(set).length > 0) {
      await tx.update(expectedUsers).set(set).where(isIt)
      const fields = Object.keys(set.customMetadata ?? {})
      await record(ctx, tx, appId, by, id, { type: 'user.imported', fields })
    }
    await insertWallets(ctx, tx, appId, by, id, wallets)
    const all = await walletsOf(tx, id)
    return { status: 'expected', user_id: null, is_new: false, ...toWire({ ...row, ...set }, all) }
  })
}

type Wallet = Omit<typeof expectedWallets.$inferInsert, 'appId' | 'expectedId'>

function makeWallets(
  ctx: Context,
  appId: string,
  identities: readonly Identity[],
  chainTypes: readonly ChainType[],
): Promise<readonly Wallet[]> {
  return Promise.all(
    chainTypes.map(async chainType => {
      const id = newWalletId()
      const asked = { walletId: id, appId, identities: [...identities], chainType }
      return { id, identities, chainType, ...(await askSigner(ctx.signer.pregenerateKey(asked))) }
    }),
  )
}

async function insertWallets(
  ctx: Context,
  tx: Transaction,
  appId: string,
  by: By,
  expectedId: string,
  wallets: readonly Wallet[],
): Promise<void> {
  if (wallets.length === 0) return
  const createdAt = new Date(ctx.now())
  await tx.insert(expectedWallets).values(wallets.map(it => ({ ...it, appId, expectedId, createdAt })))
  const addresses = wallets.map(it => it.address)
  await record(ctx, tx, appId, by, expectedId, { type: 'user.wallet_pregenerated', addresses })
}

export const walletsOf = (db: Database | Transaction, id: string) =>
  db
    .select()
    .from(expectedWallets)
    .where(eq(expectedWallets.expectedId, id))
    .orderBy(asc(expectedWallets.chainType))

const record = (
  ctx: Context,
  tx: Transaction,
  appId: string,
  by: By,
  target: string,
  {
    type,
    ...data
  }: {
    readonly type: 'user.imported' | 'user.wallet_pregenerated'
    readonly fields?: string[]
    readonly addresses?: string[]
  },
) => recordOperation(tx, ctx.now(), { ...by, type, appId, data: { target, ...data } })
