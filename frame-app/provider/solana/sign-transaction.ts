import type { SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import { readTransaction } from '@vitrine/shared/chains/solana-message.ts'
import { MUST_BE_AUTHENTICATED } from '@vitrine/shared/errors/messages.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import { chooseSolanaWallet, solanaWallets } from '../../wallet/choose-wallet.ts'
import type { SolanaContext } from './context.ts'
import { readInputs, type TransactionInput, transactionInput } from './inputs.ts'

/** What stands on one screen: consecutive transactions of one wallet on one cluster with the same options. */
interface Batch {
  readonly wallet: HeldWallet
  readonly chain: SolanaChain
  readonly options: NonNullable<TransactionInput['options']>
  readonly transactions: Uint8Array[]
}

/** `solana:signTransaction`. @returns whole transactions, in the order of the inputs */
export async function signTransactions(context: SolanaContext, inputs: readonly unknown[]) {
  const signed = await approveAll(context, inputs, 'sign')
  return signed.map(signedTransaction => ({ signedTransaction }))
}

/** `solana:signAndSendTransaction`. @returns the first signature of each, which is its identity on chain */
export async function signAndSendTransactions(context: SolanaContext, inputs: readonly unknown[]) {
  const signed = await approveAll(context, inputs, 'send')
  return signed.map(transaction => ({ signature: readTransaction(transaction)?.signatures[0] }))
}

async function approveAll(context: SolanaContext, inputs: readonly unknown[], mode: 'sign' | 'send') {
  const asked = readInputs(transactionInput, inputs)
  const batches = await inBatches(context, asked, mode)
  const signed: Uint8Array[] = []
  for (const batch of batches) signed.push(...(await askFor(context, batch, mode)))
  return signed
}

/** Refuses before any screen what could only fail after it. */
async function inBatches(
  context: SolanaContext,
  inputs: readonly TransactionInput[],
  mode: 'sign' | 'send',
): Promise<Batch[]> {
  if (solanaWallets(context).length === 0 && context.session.get().status === 'anonymous')
    throw clientError('must_be_authenticated', MUST_BE_AUTHENTICATED)
  const networks = await context.solana()
  const batches: Batch[] = []
  for (const input of inputs) {
    const wallet = chooseSolanaWallet(context, input.address)
    const chain = input.chain ?? networks.clusters[0]?.chain
    if (chain === undefined)
      throw clientError('not_supported', 'This app has no Solana: see config.solana.rpcs.')
    if (networks.of(chain) === null && mode === 'send')
      throw clientError(
        'service_unavailable',
        `The wallet has no RPC endpoint for ${chain}, so it can sign there and not send. Its operator sets one in solana_rpcs.`,
      )
    checkTransaction(input.transaction, wallet.address)
    const options = input.options ?? {}
    const last = batches.at(-1)
    if (last && last.wallet === wallet && last.chain === chain && isSame(last.options, options))
      last.transactions.push(input.transaction)
    else batches.push({ wallet, chain, options, transactions: [input.transaction] })
  }
  return batches
}

const isSame = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)

/** @throws VitrineError `invalid_data`, `unable_to_sign` */
function checkTransaction(bytes: Uint8Array, address: string): void {
  const read = readTransaction(bytes)
  if (!read)
    throw clientError(
      'invalid_data',
      'This is not a well-formed Solana transaction, legacy, version 0 or version 1.',
    )
  const { requiredSignatures, keys } = read.message
  if (!keys.slice(0, requiredSignatures).includes(address))
    throw clientError('unable_to_sign', 'The transaction does not ask for a signature of this wallet.')
}

async function askFor(
  context: SolanaContext,
  { wallet, chain, transactions, options: { uiOptions = {}, ...options } }: Batch,
  mode: 'sign' | 'send',
): Promise<readonly Uint8Array[]> {
  const request = {
    kind: 'solana-transaction',
    wallet,
    chain,
    transactions,
    mode,
    options,
    uiOptions,
  } as const
  return (await context.ask<'solana-transaction'>(request)).signed
}
