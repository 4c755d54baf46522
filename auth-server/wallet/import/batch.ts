import { randomUUID } from 'node:crypto'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type BatchItem, type BatchResult, batchItem } from '@vitrine/shared/wallet/batch-import.ts'
import { and, eq } from 'drizzle-orm'
import { safeParse } from 'zod/v4/core'
import type { App } from '../../apps/registry.ts'
import { recordEvent, THE_SERVER } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import type { Transaction } from '../../database/connect.ts'
import { importedWallets, pendingImports } from '../../database/imported-tables.ts'
import { apiError } from '../../errors/api-error.ts'
import { describeIssue } from '../../http/body.ts'
import type { Identity } from '../../identity/identity.ts'
import { logError } from '../../log.ts'
import type { SignerRequest } from '../../signer/operations.ts'
import { newWalletId } from '../../users/claim-imports.ts'
import { lockUser } from '../../users/lock-user.ts'
import { requireNewWallet } from '../../users/own-wallet.ts'
import { requireRoom, requireRoomForImport } from '../../users/wallet-index.ts'
import { askSigner } from '../call/ask-signer.ts'
import { findOwner, type Owner, ownerOf } from './batch-owner.ts'
import { refusedKey } from './refused-key.ts'

type Told = Extract<BatchResult, { ok: true }>
type UserOwner = Extract<Owner, { userId: string }>

/**
 * Takes keys one after another; what is wrong with one stops no other. The same key for the same owner again is no error, so that
 * a file can be sent once more after some of it failed. Each key is one transaction.
 * @returns what became of each, in order
 */
export async function importBatch(
  ctx: Context,
  app: App,
  importId: string,
  items: readonly unknown[],
): Promise<BatchResult[]> {
  const results: BatchResult[] = []
  for (const item of items) {
    try {
      const parsed = safeParse(batchItem, item)
      if (!parsed.success) throw apiError('invalid_data', describeIssue(parsed.error.issues[0]))
      results.push(await importOne(ctx, app, importId, parsed.data))
    } catch (error) {
      if (!(error instanceof VitrineError)) logError('the import of a key', error)
      const { code, message } =
        error instanceof VitrineError
          ? error
          : apiError('internal_error', 'This key could not be imported. Send it again.')
      results.push({ ok: false, code, error: message })
    }
  }
  return results
}

async function importOne(ctx: Context, app: App, importId: string, item: BatchItem): Promise<Told> {
  const owner = await findOwner(ctx, app.id, item.owner)
  if ('userId' in owner) return forUser(ctx, app, importId, owner, item.wallet)
  const waiting = await forIdentity(ctx, app, importId, owner.identity, item.wallet)
  // Who logged in for the first time meanwhile has not seen it: it is theirs at once.
  const since = await ownerOf(ctx, app.id, owner.identity)
  if (!since) return waiting
  const told = await forUser(ctx, app, importId, since, item.wallet)
  const { type, subject } = owner.identity
  const isIt = and(
    eq(pendingImports.appId, app.id),
    eq(pendingImports.type, type),
    eq(pendingImports.subject, subject),
    eq(pendingImports.chainType, waiting.wallet.chain_type),
    eq(pendingImports.address, waiting.wallet.address),
  )
  // Only now: what breaks off in between leaves it for the next login.
  await ctx.db.delete(pendingImports).where(isIt)
  return told
}

async function receive(
  ctx: Context,
  appId: string,
  importId: string,
  owner: SignerRequest<'receiveKey'>['owner'],
  wallet: BatchItem['wallet'],
) {
  const made = await askSigner(ctx.signer.receiveKey({ appId, importId, owner, wallet }))
  if (!made.ok) throw refusedKey(made.reason)
  return made
}

async function forUser(
  ctx: Context,
  app: App,
  importId: string,
  owner: UserOwner,
  wallet: BatchItem['wallet'],
): Promise<Told> {
  const { userId } = owner
  const id = newWalletId()
  const { chain_type: chainType } = wallet
  const { address, publicKey, sealedKey } = await receive(
    ctx,
    app.id,
    importId,
    { ...owner, walletId: id },
    wallet,
  )
  return ctx.db.transaction(async tx => {
    await lockUser(tx, userId)
    const before = await findImported(tx, userId, chainType, address)
    const told: Told = {
      ok: true,
      user_id: userId,
      wallet: { address, chain_type: chainType },
      status: 'imported',
    }
    if (before) return told
    await requireNewWallet(tx, userId, { chainType, address })
    await requireRoomForImport(tx, app.config.embedded_wallet_config, userId, chainType)
    const [row] = await tx
      .insert(importedWallets)
      .values({
        id,
        appId: app.id,
        userId,
        chainType,
        address,
        publicKey,
        sealedKey,
        createdAt: new Date(ctx.now()),
      })
      .returning()
    if (!row) throw new Error('An insert returns its row')
    const data = { chain_type: chainType, address }
    await recordEvent(tx, ctx.now(), row, THE_SERVER, { type: 'wallet.imported', data })
    return told
  })
}

async function findImported(
  tx: Transaction,
  userId: string,
  chainType: 'ethereum' | 'solana',
  address: string,
) {
  const { userId: of, chainType: chain, address: known } = importedWallets
  const [row] = await tx
    .select()
    .from(importedWallets)
    .where(and(eq(of, userId), eq(chain, chainType), eq(known, address)))
  return row
}

async function forIdentity(
  ctx: Context,
  app: App,
  importId: string,
  identity: Identity,
  wallet: BatchItem['wallet'],
): Promise<Told> {
  const pendingId = randomUUID()
  const { chain_type: chainType } = wallet
  const made = await receive(ctx, app.id, importId, { pendingId, ...identity }, wallet)
  const { address, publicKey, sealedKey } = made
  const { appId, type, subject, chainType: chain, address: known } = pendingImports
  const isWaiting = and(
    eq(appId, app.id),
    eq(type, identity.type),
    eq(subject, identity.subject),
    eq(chain, chainType),
  )
  const waiting = await ctx.db.select({ address: known }).from(pendingImports).where(isWaiting)
  if (!waiting.some(it => it.address === address))
    requireRoom(app.config.embedded_wallet_config, chainType, waiting.length)
  await ctx.db
    .insert(pendingImports)
    .values({
      id: pendingId,
      appId: app.id,
      ...identity,
      ...{ chainType, address, publicKey, sealedKey },
      createdAt: new Date(ctx.now()),
    })
    .onConflictDoNothing()
  return { ok: true, user_id: null, wallet: { address, chain_type: chainType }, status: 'waiting' }
}
