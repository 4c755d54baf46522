import { walletTarget } from '@vitrine/shared/api/step-up.ts'
import type { ExportedSecret } from '@vitrine/shared/wallet/embedded.ts'
import { and, eq } from 'drizzle-orm'
import { deliverSoon } from '../account-changes/deliver-notices.ts'
import { recordKeyMove } from '../account-changes/record-key-move.ts'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/connect.ts'
import { importedWallets } from '../database/imported-tables.ts'
import { embeddedWallets } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'
import { type StepUp, spendStepUp } from '../http/step-up.ts'
import { lockUser } from '../users/lock-user.ts'
import { requireSetOf, type SetRow } from './sets.ts'

interface SetWallet {
  readonly set: SetRow
  readonly chainType: 'ethereum' | 'solana'
  readonly isImported: boolean
}

/** A wallet of the user's devices by its address. @throws those of `requireSetOf` */
async function requireSetWallet(ctx: Context, session: ActiveSession, address: string): Promise<SetWallet> {
  const set = await requireSetOf(ctx, session, address)
  const { setId, address: known, chainType } = importedWallets
  const [imported] = await ctx.db
    .select({ chainType })
    .from(importedWallets)
    .where(and(eq(setId, set.id), eq(known, address)))
  return {
    set,
    chainType: imported?.chainType ?? (address.startsWith('0x') ? 'ethereum' : 'solana'),
    isImported: imported !== undefined,
  }
}

/** What the proof for the export of a key names. @throws those of `requireSetOf` */
export async function exportTarget(ctx: Context, session: ActiveSession, address: string): Promise<string> {
  return walletTarget((await requireSetWallet(ctx, session, address)).chainType, address)
}

/**
 * Gives a device leave to show a key that it has. The server gives no key and could not stop who has the device's shares: this is what
 * is written down, and what every address of the person is told, before the frame shows anything.
 * @throws `step_up_required` (403) | `unsupported_wallet_type` (422) for words of a key that was brought; those of `requireSetOf`
 */
export async function exportFromDevice(
  ctx: Context,
  app: App,
  session: ActiveSession,
  { address, secret }: { readonly address: string; readonly secret: ExportedSecret },
  stepUp: StepUp,
): Promise<void> {
  const wallet = await requireSetWallet(ctx, session, address)
  const { chainType, isImported } = wallet
  if (secret === 'seed-phrase' && isImported)
    throw apiError(
      'unsupported_wallet_type',
      'This wallet was imported: its words are not kept. Export its private key.',
    )
  await spendStepUp(ctx, session, stepUp, walletTarget(chainType, address))
  await ctx.db.transaction(async tx => {
    await lockUser(tx, session.userId)
    await markExported(tx, wallet, address, secret, new Date(ctx.now()))
    await recordKeyMove(ctx, tx, app, session, { chainType, address }, { kind: 'export', secret })
  })
  deliverSoon(ctx)
}

/** The words are of every wallet of the set that was made here. */
async function markExported(
  tx: Transaction,
  { set, isImported }: SetWallet,
  address: string,
  secret: ExportedSecret,
  exportedAt: Date,
): Promise<void> {
  const table = isImported ? importedWallets : embeddedWallets
  const ofAddress = secret === 'seed-phrase' ? undefined : eq(table.address, address)
  await tx
    .update(table)
    .set({ exportedAt })
    .where(and(eq(table.setId, set.id), ofAddress))
}
