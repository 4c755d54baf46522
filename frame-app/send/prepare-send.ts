import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Address } from '../chains/ethereum/ports.ts'
import type { HeldWallet } from '../session/held-wallet.ts'
import type { Kernel } from '../ui/kernel-context.ts'
import { toFailure } from '../words/failure.ts'
import { buildEthereumTransfer } from './ethereum-transfer.ts'
import type { Draft, OwnRequest, PreparedSend, SendProblem } from './flow.ts'
import { buildTransfer } from './solana/transfer.ts'

type SendKernel = Pick<Kernel, 'ethereum' | 'solana' | 'operations'>

/**
 * Makes the request that the person then approves: the same that a site's would be, but for who asks. Nothing is signed or sent
 * here. Never rejects; an answer that comes too late is the flow's to drop.
 */
export async function prepareSend(
  kernel: SendKernel,
  wallet: HeldWallet,
  draft: Draft,
  signal: AbortSignal,
): Promise<PreparedSend> {
  try {
    // Nobody approves what then cannot be signed.
    if (wallet.custody === 'device') await kernel.operations.openHere(signal)
    const built = await build(kernel, wallet, draft, signal)
    return typeof built === 'string'
      ? { type: 'failed', problem: built }
      : { type: 'prepared', request: built }
  } catch (error) {
    if (error instanceof VitrineError && error.code === 'embedded_wallet_needs_recovery')
      return { type: 'closed' }
    return { type: 'failed', problem: { message: toFailure(error).message } }
  }
}

async function build(
  kernel: SendKernel,
  wallet: HeldWallet,
  { holding, to, amount }: Draft,
  signal: AbortSignal,
): Promise<OwnRequest | Exclude<SendProblem, object>> {
  // Outside of the queue's ids: what the page is answered by is never this.
  const own = { id: `own-${crypto.randomUUID()}`, wallet, isOwn: true, uiOptions: {} } as const
  const { chain, token } = holding
  if (chain.type === 'solana') {
    const network = (await kernel.solana()).of(chain.id)
    if (network === null) throw clientError('service_unavailable', `No node of ${chain.name} answers.`)
    const built = await buildTransfer(
      network,
      { wallet: wallet.address, token, to: to.address, amount },
      signal,
    )
    if ('problem' in built) return built.problem
    const transactions = [built.transaction]
    return { ...own, kind: 'solana-transaction', chain: chain.id, transactions, mode: 'send', options: {} }
  }
  const network = (await kernel.ethereum()).of(chain.id)
  const built = await buildEthereumTransfer(
    network,
    {
      wallet: wallet.address as Address,
      token: token as Address | null,
      to: to.address as Address,
      // A token pays no fee: all of it is what was read.
      amount: amount === 'max' && token !== null ? (holding.amount ?? 0n) : amount,
    },
    signal,
  )
  if ('problem' in built) return built.problem
  return { ...own, kind: 'send-transaction', chainId: chain.id, transaction: built.transaction }
}
