import type { ExportedSecret } from '@vitrine/shared/wallet/embedded.ts'
import type { App } from '../apps/registry.ts'
import { recordEvent } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/connect.ts'
import { type Changer, recordChange } from './record-change.ts'

/** A key that a person brought in, or that was shown to them. */
export type KeyMove =
  | { readonly kind: 'import' }
  | { readonly kind: 'export'; readonly secret: ExportedSecret }

interface Wallet {
  readonly chainType: 'ethereum' | 'solana'
  readonly address: string
}

/** Writes it into the person's activity and tells every address of theirs, in the transaction that does it. */
export async function recordKeyMove(
  ctx: Context,
  tx: Transaction,
  app: App,
  changer: Changer & { readonly appId: string },
  { chainType, address }: Wallet,
  move: KeyMove,
): Promise<void> {
  const { kind, ...said } = move
  const data = { chain_type: chainType, address, ...said }
  const type = kind === 'import' ? 'wallet.imported' : 'wallet.exported'
  await recordEvent(tx, ctx.now(), changer, changer, { type, data })
  const added = { type: 'wallet', subject: `${chainType}:${address}` } as const
  await recordChange(ctx, tx, app, changer, { kind, added, removed: [] })
}
