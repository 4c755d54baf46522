import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Address, EthereumTransactionInput } from '../chains/ethereum/ports.ts'
import type { Holding } from '../portfolio/ports.ts'
import type { HeldWallet } from '../session/held-wallet.ts'
import type { Kernel } from '../ui/kernel-context.ts'
import { toFailure } from '../words/failure.ts'
import { typedAmount } from './amount.ts'
import { buildEthereumTransfer } from './ethereum-transfer.ts'
import type { Draft, OwnRequest, PreparedSend, SendProblem } from './flow.ts'
import type { TransferProblem } from './solana/transfer.ts'

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
    if (wallet.custody === 'device') await kernel.operations.openHere(wallet, signal)
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

/**
 * All of a chain's own currency but the fee, as a person would type it. Never rejects.
 * @param to where it goes, where that is known: it is what the fee is counted for
 */
export async function measureMax(
  kernel: SendKernel,
  wallet: HeldWallet,
  holding: Holding,
  to: string | null,
  signal: AbortSignal,
): Promise<{ readonly text: string } | { readonly problem: SendProblem }> {
  try {
    const recipient = { address: to ?? wallet.address, name: null }
    const made = await makeTransfer(kernel, wallet, { holding, to: recipient, amount: 'max' }, signal)
    return 'problem' in made ? made : { text: typedAmount(made.amount, holding.decimals) }
  } catch (error) {
    return { problem: { message: toFailure(error).message } }
  }
}

async function build(
  kernel: SendKernel,
  wallet: HeldWallet,
  draft: Draft,
  signal: AbortSignal,
): Promise<OwnRequest | Exclude<SendProblem, object>> {
  const made = await makeTransfer(kernel, wallet, draft, signal)
  if ('problem' in made) return made.problem
  // Beside the ids of the queue: nothing that a page waits for is answered by it.
  const own = { id: `own-${crypto.randomUUID()}`, wallet, isOwn: true, uiOptions: {} } as const
  const { chain } = draft.holding
  if (chain.type === 'ethereum') {
    if (!('input' in made)) throw new TypeError('A transfer of another chain')
    return { ...own, kind: 'send-transaction', chainId: chain.id, transaction: made.input }
  }
  if (!('bytes' in made)) throw new TypeError('A transfer of another chain')
  const transactions = [made.bytes]
  return { ...own, kind: 'solana-transaction', chain: chain.id, transactions, mode: 'send', options: {} }
}

type Made = { readonly amount: bigint } & (
  | { readonly input: EthereumTransactionInput }
  | { readonly bytes: Uint8Array }
)

async function makeTransfer(
  kernel: SendKernel,
  wallet: HeldWallet,
  { holding, to, amount }: Draft,
  signal: AbortSignal,
): Promise<Made | { readonly problem: TransferProblem }> {
  const { chain, token } = holding
  if (chain.type === 'solana') {
    const network = (await kernel.solana()).of(chain.id)
    if (network === null) throw clientError('service_unavailable', `No node of ${chain.name} answers.`)
    const transfer = { wallet: wallet.address, token, to: to.address, amount }
    const { buildTransfer } = await import('./solana/transfer.ts')
    const built = await buildTransfer(network, transfer, signal)
    return 'problem' in built ? built : { bytes: built.transaction, amount: built.amount }
  }
  const network = (await kernel.ethereum()).of(chain.id)
  const transfer = {
    wallet: wallet.address as Address,
    token: token as Address | null,
    to: to.address as Address,
    // A token pays no fee: all of it is what was read.
    amount: amount === 'max' && token !== null ? (holding.amount ?? 0n) : amount,
  }
  const built = await buildEthereumTransfer(network, transfer, signal)
  return 'problem' in built ? built : { input: built.transaction, amount: built.amount }
}
