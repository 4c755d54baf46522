import type { ActivityReport, EventData } from '@vitrine/shared/api/activity.ts'
import { toEip155 } from '@vitrine/shared/chains/caip2.ts'
import { RPC_CHAIN_TYPE } from '@vitrine/shared/wallet/rpc.ts'
import type { App } from '../apps/registry.ts'
import { recordEvent } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'
import { followTransaction } from '../transactions/follow.ts'
import { isOwnWallet } from '../users/own-wallet.ts'

/**
 * Writes down what a device says that it did. It proves nothing, so it is said of the user's own wallets alone and marked as
 * the device's word; whoever has the device's key could as well have done it. What it sent is followed from then on.
 * @throws `embedded_wallet_not_found` (404)
 */
export async function reportActivity(
  ctx: Context,
  app: App,
  session: ActiveSession,
  report: ActivityReport,
): Promise<void> {
  if (!(await isOwnWallet(ctx.db, session.userId, report.address))) {
    throw apiError('embedded_wallet_not_found', 'You have no such wallet.')
  }
  const { data, once } = told(report)
  const { type, address } = report
  await ctx.db.transaction(async tx => {
    const event = { type, data: { ...data, address, reported: true }, once }
    if (!(await recordEvent(tx, ctx.now(), session, session, event))) return
    const { chain, hash } = data
    if (chain && hash) await followTransaction(ctx, tx, app, session.userId, { chain, hash, address })
  })
}

function told(report: ActivityReport): { readonly data: EventData; readonly once: string } {
  if (report.type === 'wallet.signed') {
    const { method, once } = report
    return { data: { method, chain_type: RPC_CHAIN_TYPE[method] }, once: `reported:${once}` }
  }
  const { chain_type, hash } = report
  if (report.chain_type === 'solana')
    return { data: { chain_type, chain: report.chain, hash }, once: `broadcasted:${report.chain}:${hash}` }
  const { to, value, chain_id: chainId } = report
  const chain = toEip155(chainId)
  return {
    data: { chain_type, chain, hash, ...(to && { to }), ...(value && { value }) },
    once: `broadcasted:${chain}:${hash.toLowerCase()}`,
  }
}
