import { readList } from '../../requests/input/fields.ts'
import { invalidParams } from '../../requests/input/provider-error.ts'
import { readTransaction } from '../../requests/input/transaction-input.ts'
import { refuseWithoutNode } from '../../requests/input/without-node.ts'
import { accountOf } from './account-of.ts'
import type { EthereumCall, EthereumContext, EthereumMethod } from './method.ts'

export const ethSendTransaction: EthereumMethod = async (context, call) => {
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
  const [value] = readList(call.params, `${call.method}: params`, 2)
  const { input, from, chainId } = readTransaction(value)
  const wallet = accountOf(context, call, from)
  const networks = await context.ethereum()
  const current = networks.currentOf(call.selected)
  if (chainId !== undefined && chainId !== current)
    throw invalidParams(
      `The transaction is for chain ${chainId}, and the wallet is on chain ${current}. Call wallet_switchEthereumChain first.`,
    )
  await refuseWithoutNode(networks.of(current), input, purpose)
  return { wallet, chainId: current, transaction: input }
}
