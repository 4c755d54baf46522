import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { type Doer, recordEvent } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import { importedWallets, pendingImports } from '../database/imported-tables.ts'
import { logError } from '../log.ts'
import type { SignerResponse } from '../signer/operations.ts'
import { lockUser } from './lock-user.ts'
import { isOwnWallet, requireNewWallet } from './own-wallet.ts'

/** An identity that has just logged in, and whose user it is by the signer's word. */
export type Proven = Pick<
  Extract<SignerResponse<'verifyLogin'>, { ok: true }>,
  'identity' | 'facts' | 'userId' | 'accountSeal'
>

/** Of a wallet whose key the server's signer has. */
export const newWalletId = (): string => `wallet_${randomBytes(18).toString('base64url')}`

/**
 * Gives a user the keys that an operator brought for the identity which has just logged in. The signer seals them anew by its own
 * word for the account; each is one transaction, so that it waits or is the user's, and of two logins at once one takes it. A
 * key that cannot be given now waits for the next login, which this one does not fail for.
 */
export async function claimImports(
  ctx: Context,
  appId: string,
  { identity, facts, userId, accountSeal }: Proven,
  doer: Doer,
): Promise<void> {
  const { type, subject } = identity
  const waiting = await ctx.db
    .select()
    .from(pendingImports)
    .where(
      and(
        eq(pendingImports.appId, appId),
        eq(pendingImports.type, type),
        eq(pendingImports.subject, subject),
      ),
    )
  const account = { type, subject, seal: accountSeal, ...(facts && { facts }) }
  for (const row of waiting) {
    try {
      await claim(ctx, row, { userId, account }, doer)
    } catch (error) {
      logError('giving a user a key that waited for them', error)
    }
  }
}

async function claim(
  ctx: Context,
  {
    id: pendingId,
    appId,
    chainType,
    address,
    publicKey,
    sealedKey,
    createdAt,
  }: typeof pendingImports.$inferSelect,
  { userId, account }: Pick<Parameters<Context['signer']['claimKey']>[0], 'userId' | 'account'>,
  doer: Doer,
): Promise<void> {
  const walletId = newWalletId()
  const waiting = { pendingId, chainType, address, sealedKey }
  const made = await ctx.signer.claimKey({ appId, walletId, userId, account, waiting })
  await ctx.db.transaction(async tx => {
    await lockUser(tx, userId)
    const [taken] = await tx
      .delete(pendingImports)
      .where(eq(pendingImports.id, pendingId))
      .returning({ id: pendingImports.id })
    if (!taken) return
    // The very key, brought for another login of theirs too.
    if (await isOwnWallet(tx, userId, address)) return
    // One that is linked from another app stays theirs as that; what waits goes on waiting until it is unlinked.
    await requireNewWallet(tx, userId, { chainType, address })
    // Since when the key is here: a leak of a master key goes by it.
    const key = { chainType, address, publicKey, sealedKey: made.sealedKey, createdAt }
    const wallet = { id: walletId, appId, userId, ...key }
    const [row] = await tx.insert(importedWallets).values(wallet).onConflictDoNothing().returning()
    const data = { chain_type: chainType, address }
    if (row) await recordEvent(tx, ctx.now(), row, doer, { type: 'wallet.imported', data })
  })
}
