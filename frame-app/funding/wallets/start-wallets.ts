import type { FundingRequest } from '@vitrine/shared/funding/request.ts'
import type { Hex } from '../../chains/ethereum/ports.ts'
import { type Flow, startFlow } from '../../core/flow.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import { toFailure } from '../../words/failure.ts'
import { say } from '../../words/say.ts'
import { ethereumNetwork } from '../arrival/read-balance.ts'
import { type BegunTransfers, begunTransfers } from './begun-transfer.ts'
import { askForOffer } from './bridge-offer.ts'
import { type Claims, transferClaims } from './claims.ts'
import { type Plan, type WalletsEvent, type WalletsState, walletsMachine } from './flow.ts'
import { followTransfer } from './follow-transfer.ts'
import { prepareTransfer } from './prepare-transfer.ts'
import { chainOf } from './target.ts'

type FundingKernel = Pick<Kernel, 'ethereum' | 'solana' | 'operations' | 'keptOfUser'>

export interface WalletsFlow {
  readonly flow: Flow<WalletsState, WalletsEvent>
  readonly claims: Claims
  readonly transfers: BegunTransfers
}

/**
 * Pays from a wallet of the person's. What an earlier page has begun for the same request is taken up at once.
 * @param amount of the asset, in its smallest unit
 */
export function startWallets(
  kernel: FundingKernel,
  request: FundingRequest,
  amount: bigint,
  { now = Date.now, pollMs }: { readonly now?: () => number; readonly pollMs?: number } = {},
): WalletsFlow {
  const claims = transferClaims(kernel.operations.calls)
  const transfers = begunTransfers(kernel.keptOfUser('transfers', request.address))
  const pace = pollMs === undefined ? {} : { pollMs }
  /** What did not come about, so that the next try is not taken for it. */
  let after: string | null = null

  const flow = startFlow(walletsMachine, async (effect, signal): Promise<WalletsEvent> => {
    const { attempt } = effect
    switch (effect.type) {
      case 'quote': {
        const { payer, holding } = effect
        const task = { payer: payer.wallet.address, holding, request, amount }
        return askForOffer(kernel, task, signal).then(
          offer => ({ type: 'quoted', attempt, offer }),
          error => ({ type: 'failed', attempt, problem: { message: toFailure(error).message } }),
        )
      }
      case 'prepare':
        return prepareTransfer(kernel, { ...effect, request, amount, after, now }, signal)
      case 'allow': {
        const isAllowed = await hasBeenAllowed(kernel, effect.plan, effect.hash as Hex, signal)
        const problem = { message: say('fundWallets.notAllowed') }
        return { type: 'allowed', attempt, isAllowed, problem }
      }
      case 'follow': {
        const { begun } = effect
        const news = {
          onSlow: () => flow.send({ type: 'slow', attempt }),
          onSent(id: string) {
            const sent = { ...begun, sent: id }
            transfers.put(sent)
            flow.send({ type: 'begun', begun: sent })
          },
        }
        const parts = { kernel, claims, request, now, ...pace }
        // Called off, it is nobody's any more: the answer is of an attempt that is over.
        const followed = await followTransfer(parts, begun, news, signal).catch(() => null)
        if (followed === null) return { type: 'slow', attempt }
        transfers.remove(begun.transferId)
        if (followed.type === 'ended' && followed.why === 'gone') after = begun.sent
        return followed.type === 'unsent' ? followed : { ...followed, attempt }
      }
    }
  })
  const earlier = transfers.find({ chain: request.chain, token: request.asset.address, amount: `${amount}` })
  if (earlier) flow.send({ type: 'begun', begun: earlier })
  return { flow, claims, transfers }
}

/** Waits for the block of an approval. */
async function hasBeenAllowed(
  kernel: Pick<Kernel, 'ethereum' | 'solana'>,
  { holding }: Plan,
  hash: Hex,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const network = await ethereumNetwork(kernel, chainOf(holding))
    return (await network.wait(hash, signal)).status === 'confirmed'
  } catch {
    return false
  }
}
