import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { FundingRequest } from '@vitrine/shared/funding/request.ts'
import { decodeFunctionData, erc20Abi } from 'viem'
import { readView } from '../../approval/ethereum/reads/contract-reads.ts'
import type { Address, EthereumTransactionInput } from '../../chains/ethereum/ports.ts'
import type { OwnRequest } from '../../send/flow.ts'
import { prepareSend } from '../../send/prepare-send.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import { toFailure } from '../../words/failure.ts'
import { ethereumNetwork, readBalance } from '../arrival/read-balance.ts'
import type { BegunTransfer } from './begun-transfer.ts'
import { type BridgeOffer, requireSimulated } from './bridge-offer.ts'
import type { Plan, Prepared, WalletsEvent } from './flow.ts'
import type { Payer } from './payer.ts'
import { chainOf } from './target.ts'
import { transferIdOf } from './transfer-id.ts'

export interface PrepareTask {
  readonly request: FundingRequest
  /** Of the asset, in its smallest unit. */
  readonly amount: bigint
  readonly payer: Payer
  readonly plan: Plan
  /** A transaction of the same transfer that did not come about. */
  readonly after: string | null
  readonly attempt: number
  now(): number
}

/**
 * Makes what the person then approves: a transfer, or the next step of a bridge. Nothing is signed or sent here. Never rejects.
 */
export async function prepareTransfer(
  kernel: Pick<Kernel, 'ethereum' | 'solana' | 'operations'>,
  task: PrepareTask,
  signal: AbortSignal,
): Promise<WalletsEvent> {
  const { attempt, payer, plan, request, amount } = task
  try {
    if (plan.type === 'bridge') return await prepareStep(kernel, task, plan, signal)
    const to = { address: request.address, name: null }
    const made = await prepareSend(kernel, payer.wallet, { holding: plan.holding, to, amount }, signal)
    if (made.type !== 'prepared') return { ...made, attempt }
    const begin = await beginning(kernel, task, null, signal)
    return { type: 'prepared', attempt, prepared: { request: made.request, begin, plan } }
  } catch (error) {
    return { type: 'failed', attempt, problem: { message: toFailure(error).message } }
  }
}

async function prepareStep(
  kernel: Pick<Kernel, 'ethereum' | 'solana' | 'operations'>,
  task: PrepareTask,
  plan: Extract<Plan, { type: 'bridge' }>,
  signal: AbortSignal,
): Promise<WalletsEvent> {
  const { attempt, payer, now } = task
  const { holding, offer } = plan
  if (now() >= offer.expiresAt) return { type: 'expired' }
  if (payer.wallet.custody === 'device') {
    const isOpen = await isOpenHere(kernel, payer.wallet, signal)
    if (!isOpen) return { type: 'closed', attempt }
  }
  const place = await nextStep(kernel, payer.wallet, plan, signal)
  const step = offer.steps[place]
  if (step === undefined || holding.chain.type !== 'ethereum')
    throw clientError('invalid_data', 'The offer of the bridge has no step that is left to do.')
  // Again, since the chain has moved since the price was shown.
  await requireSimulated(kernel, { payer: payer.wallet.address, holding }, offer, place, signal)
  const prepared: Prepared = {
    request: ownRequest(payer.wallet, holding.chain.id, step.transaction),
    // Leave to take is no money yet: it is asked for twice without harm.
    begin: step.kind === 'deposit' ? await beginning(kernel, task, offer, signal) : null,
    plan: { ...plan, step: place },
  }
  return { type: 'prepared', attempt, prepared }
}

async function isOpenHere(
  { operations }: Pick<Kernel, 'operations'>,
  wallet: HeldWallet,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    if (wallet.custody === 'device') await operations.openHere(wallet, signal)
    return true
  } catch (error) {
    if (error instanceof VitrineError && error.code === 'embedded_wallet_needs_recovery') return false
    throw error
  }
}

/**
 * An approval that stands already, such as of an offer that ran out meanwhile, is not asked for again. One of more than the price is
 * replaced, or the rest of it would be left over.
 */
async function nextStep(
  kernel: Pick<Kernel, 'ethereum' | 'solana'>,
  wallet: HeldWallet,
  { holding, offer, step }: Extract<Plan, { type: 'bridge' }>,
  signal: AbortSignal,
): Promise<number> {
  const deposit = offer.steps.length - 1
  const last = offer.steps[deposit - 1]
  if (step >= deposit || last === undefined) return step
  const network = await ethereumNetwork(kernel, chainOf(holding))
  const { to, data } = last.transaction
  const approval = decodeFunctionData({ abi: erc20Abi, data })
  const [spender, needed] = approval.args as readonly [Address, bigint]
  const args = [wallet.address as Address, spender] as const
  const allowed = await readView(network, to, { abi: erc20Abi, functionName: 'allowance', args }, signal)
  return allowed === needed ? deposit : step
}

/** What is written down when the wallet is asked. */
async function beginning(
  kernel: Pick<Kernel, 'ethereum' | 'solana'>,
  { request, amount, payer, plan, after, now }: PrepareTask,
  offer: BridgeOffer | null,
  signal: AbortSignal,
): Promise<BegunTransfer> {
  const { wallet } = payer
  const { chain, asset, address } = request
  const from = { address: wallet.address, chain: chainOf(plan.holding), token: plan.holding.token }
  const facts = { from, to: { address, chain, token: asset.address }, amount }
  const [transferId, before] = await Promise.all([
    transferIdOf(kernel, facts, after, signal),
    readBalance(kernel, request, signal),
  ])
  return {
    ...{ transferId, chain, token: asset.address, amount: `${amount}`, before: `${before}` },
    from: {
      ...{ address: wallet.address, chainType: wallet.chainType, chain: from.chain },
      ...{ walletClientType: wallet.walletClientType, name: payer.name.slice(0, 80) },
      isExternal: wallet.custody === 'external',
    },
    sent: null,
    bridge: offer && {
      ...{ quoteId: offer.quoteId, provider: offer.provider, timeEstimate: offer.timeEstimate },
      minimumAmountOut: `${offer.minimumAmountOut}`,
    },
    at: now(),
  }
}

/** What the person asks of their own wallet, approved as all else is. */
const ownRequest = (
  wallet: HeldWallet,
  chainId: number,
  transaction: EthereumTransactionInput,
): OwnRequest => ({
  ...{ id: `own-${crypto.randomUUID()}`, kind: 'send-transaction', wallet, chainId, transaction },
  ...{ isOwn: true, uiOptions: {} },
})
