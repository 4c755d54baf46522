import { and, eq, sql } from 'drizzle-orm'
import { type Doer, recordEvent } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import { expectedAccounts, expectedUsers, expectedWallets } from '../database/expected-tables.ts'
import { importedWallets } from '../database/imported-tables.ts'
import { users } from '../database/schema.ts'
import { logError } from '../log.ts'
import { newWalletId, type Proven } from './claim-imports.ts'
import { lockUser } from './lock-user.ts'

/** A wallet that was added meanwhile makes it begin anew; a backend adds one of each chain at most. */
const TRIES = 3

/**
 * Gives a user what an app's backend noted for the identity that has just logged in: the wallets that were made for it, metadata, and
 * when terms were accepted. The signer seals the keys anew by its own word for the account. It is one transaction, after which nothing
 * waits for any of the identities: whoever has another of them later, or this one, finds nothing. What cannot be given now waits for
 * the next login, which this one does not fail for.
 */
export async function claimExpected(ctx: Context, appId: string, proven: Proven, doer: Doer): Promise<void> {
  // Another identity, whose code somebody wrote down: nothing waits for it.
  if (proven.facts?.test === true) return
  try {
    for (let tries = 0; tries < TRIES; tries++) if (await claim(ctx, appId, proven, doer)) return
  } catch (error) {
    logError('giving a user what waited for them', error)
  }
}

/** @returns whether nothing waits any more; otherwise a wallet was added since they were read */
async function claim(
  ctx: Context,
  appId: string,
  { identity, facts, userId, accountSeal }: Proven,
  doer: Doer,
): Promise<boolean> {
  const { type, subject } = identity
  const { appId: app, type: kind, subject: name, expectedId } = expectedAccounts
  const [found] = await ctx.db
    .select({ id: expectedId })
    .from(expectedAccounts)
    .where(and(eq(app, appId), eq(kind, type), eq(name, subject)))
  if (!found) return true
  const ofExpected = eq(expectedWallets.expectedId, found.id)
  const account = { type, subject, seal: accountSeal, ...(facts && { facts }) }
  const opened: (typeof importedWallets.$inferInsert)[] = []
  for (const row of await ctx.db.select().from(expectedWallets).where(ofExpected)) {
    const { id: walletId, identities, chainType, address, publicKey, sealedKey, createdAt } = row
    const id = newWalletId()
    const expected = { walletId, identities, chainType, address, sealedKey }
    const asked = { appId, walletId: id, userId, account, expected }
    const { sealedKey: own } = await ctx.signer.claimExpectedKey(asked)
    // Since when the key is there: it may be older than its user, and a leak of a master key goes by it.
    opened.push({ id, appId, userId, chainType, address, publicKey, sealedKey: own, createdAt })
  }
  return ctx.db.transaction(async tx => {
    await lockUser(tx, userId)
    const isIt = eq(expectedUsers.id, found.id)
    const [row] = await tx.select().from(expectedUsers).where(isIt).for('update')
    if (!row) return true
    if ((await tx.$count(expectedWallets, ofExpected)) !== opened.length) return false
    await tx.delete(expectedUsers).where(isIt)
    // What a user who was there before has of their own stays.
    await tx
      .update(users)
      .set({
        customMetadata: sql`case when ${users.customMetadata} = '{}'::jsonb then ${JSON.stringify(row.customMetadata)}::jsonb else ${users.customMetadata} end`,
        acceptedTermsAt: sql`coalesce(${users.acceptedTermsAt}, ${row.acceptedTermsAt?.toISOString() ?? null}::timestamptz)`,
      })
      .where(eq(users.id, userId))
    for (const wallet of opened) {
      await tx.insert(importedWallets).values({ ...wallet, pregenerated: true })
      const data = { chain_type: wallet.chainType, address: wallet.address }
      await recordEvent(tx, ctx.now(), wallet, doer, { type: 'user.wallet_created', data })
    }
    return true
  })
}
