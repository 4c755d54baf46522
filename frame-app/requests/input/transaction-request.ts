import { isSameAddress } from '../../session/held-wallet.ts'
import { chooseWallet } from '../../wallet/choose-wallet.ts'
import type { HandlerContext } from '../context.ts'
import { plainData } from './plain-data.ts'
import { invalidParams } from './provider-error.ts'
import { readTransaction } from './transaction-input.ts'
import { refuseWithoutNode } from './without-node.ts'

const QUANTITIES = [
  ...['value', 'gas', 'gasLimit', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas'],
  ...['nonce', 'chainId', 'type'],
]
/** viem's names. */
const TYPES: Readonly<Record<string, string>> = {
  legacy: '0x0',
  eip2930: '0x1',
  eip1559: '0x2',
  eip7702: '0x4',
}

/**
 * A transaction as pages write it: like JSON-RPC's, and its numbers may be numbers, bigints or decimal text (contract §6.1).
 * Without a chain id it is for the chain of the page's first provider, whatever the wallet.
 * @throws VitrineError `invalid_data`, `embedded_wallet_not_found`, `unsupported_chain_id`
 */
export async function readTransactionRequest(
  context: Pick<HandlerContext, 'session' | 'connected' | 'ethereum'>,
  request: unknown,
  address: string | undefined,
  purpose: 'send' | 'sign',
) {
  const { input, from, chainId } = readTransaction(inJsonRpc(plainData(request, toHex)), 'request')
  if (from !== undefined && address !== undefined && !isSameAddress(from, address))
    throw invalidParams('request.from is another address than options.address.')
  const wallet = chooseWallet(context, address ?? from)
  const networks = await context.ethereum()
  const network = networks.of(chainId ?? networks.current.get())
  await refuseWithoutNode(network, input, purpose)
  return { wallet, chainId: network.chain.id, transaction: input }
}

function inJsonRpc(request: unknown): unknown {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return request
  return Object.fromEntries(
    Object.entries(request).map(([name, value]) => [
      name,
      QUANTITIES.includes(name) ? quantity(value, name) : value,
    ]),
  )
}

function quantity(value: unknown, name: string): unknown {
  if (name === 'type' && typeof value === 'string' && Object.hasOwn(TYPES, value)) return TYPES[value]
  if (typeof value === 'string' && /^\d{1,78}$/.test(value)) return toHex(BigInt(value))
  if (typeof value !== 'number') return value
  // A larger number, such as 0.1 ether in wei, has lost digits already.
  if (!Number.isSafeInteger(value) || value < 0)
    throw invalidParams(`request.${name} must be a whole number; write a large one as a bigint or as text.`)
  return toHex(BigInt(value))
}

const toHex = (value: bigint): string => (value < 0n ? String(value) : `0x${value.toString(16)}`)
