import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { readParams } from '../../requests/input/fields.ts'
import { wrongChain } from '../../requests/input/provider-error.ts'
import { readTransaction } from '../../requests/input/transaction-input.ts'
import { refuseWithoutNode } from '../../requests/input/without-node.ts'
import type { Access } from './access.ts'
import { accountOf } from './account-of.ts'
import type { EthereumCall, EthereumContext, EthereumMethod } from './method.ts'

/** viem asks again at once. Whoever asks later means it anew. */
const ASKED_AGAIN_WITHIN_MS = 5_000

interface Refusal {
  readonly call: string
  readonly error: unknown
  /** By `performance.now`. */
  readonly atMs: number
}

/** The last transaction of each page that came to nothing but by the person's own no. */
const refusals = new WeakMap<Access, Refusal>()
const textOf = ({ params, selected }: EthereumCall) => JSON.stringify([params, selected])

export const ethSendTransaction: EthereumMethod = async (context, call) => {
  refusals.delete(context.access)
  try {
    return await send(context, call)
  } catch (error) {
    const isRejected = error instanceof VitrineError && error.code === 'user_rejected'
    if (!isRejected) refusals.set(context.access, { call: textOf(call), error, atMs: performance.now() })
    throw error
  }
}

/**
 * Another name of `eth_sendTransaction`. viem asks by it again, at once, for what was refused by the first with -32000,
 * -32601 or -32602: the refusal then stands, once, so that nobody who left a screen gets it again.
 */
export const walletSendTransaction: EthereumMethod = async (context, call) => {
  const refused = refusals.get(context.access)
  refusals.delete(context.access)
  const isAskedAgain =
    refused?.call === textOf(call) && performance.now() - refused.atMs < ASKED_AGAIN_WITHIN_MS
  if (isAskedAgain) throw refused.error
  return send(context, call)
}

async function send(context: EthereumContext, call: EthereumCall): Promise<string> {
  const asked = await read(context, call, 'send')
  const { hash } = await context.ask<'send-transaction'>({
    kind: 'send-transaction',
    ...asked,
    uiOptions: {},
  })
  return hash
}

export const ethSignTransaction: EthereumMethod = async (context, call) => {
  const asked = await read(context, call, 'sign')
  const { signedTransaction } = await context.ask<'sign-transaction'>({
    kind: 'sign-transaction',
    ...asked,
    uiOptions: {},
  })
  return signedTransaction
}

async function read(context: EthereumContext, call: EthereumCall, purpose: 'send' | 'sign') {
  const [value] = readParams(call)
  const { input, from, chainId } = readTransaction(value)
  const wallet = accountOf(context, call, from)
  const networks = await context.ethereum()
  const current = networks.currentOf(call.selected)
  if (chainId !== undefined && chainId !== current) throw wrongChain('The transaction', chainId, current)
  await refuseWithoutNode(networks.of(current), input, purpose)
  return { wallet, chainId: current, transaction: input }
}
