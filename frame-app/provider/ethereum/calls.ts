import type { CallBatch, EthereumNetworks, EthereumTransactionInput } from '../../chains/ethereum/ports.ts'
import { toQuantity } from '../../chains/ethereum/unsigned-transaction.ts'
import {
  optional,
  readAddress,
  readCount,
  readList,
  readParams,
  readRecord,
  readText,
} from '../../requests/input/fields.ts'
import { invalidParams, numbered } from '../../requests/input/provider-error.ts'
import { readTransaction } from '../../requests/input/transaction-input.ts'
import { accountOf } from './account-of.ts'
import { CALLS_CODE, MAX_ID_LENGTH } from './calls-code.ts'
import { readChainId } from './chain.ts'
import type { EthereumMethod } from './method.ts'

const MAX_CALLS = 20
const VERSIONS: readonly unknown[] = ['1.0', '2.0.0']

/** EIP-5792: what the wallet can do on each chain. Calls run one after another, so several of them are never atomic. */
export const walletGetCapabilities: EthereumMethod = async (context, call) => {
  const [address, asked] = readParams(call)
  accountOf(context, call, readAddress(address, `${call.method}: the first parameter`))
  const { chains } = await context.ethereum()
  const wanted =
    asked === undefined || asked === null
      ? null
      : readList(asked, 'chainIds', 100).map(id => readCount(id, 'chainIds'))
  return Object.fromEntries(
    chains
      .filter(({ id, rpcUrls }) => rpcUrls.length > 0 && (wanted?.includes(id) ?? true))
      .map(({ id }) => [toQuantity(id), { atomic: { status: 'unsupported' } }]),
  )
}

/** EIP-5792: sequential, each call a transaction of its own; a failure ends the batch. */
export const walletSendCalls: EthereumMethod = async (context, call) => {
  const [value] = readParams(call)
  const fields = readRecord(value, `${call.method}: the first parameter`)
  const version = fields.get('version')
  if (!VERSIONS.includes(version)) throw invalidParams('version must be "2.0.0".')
  const wallet = accountOf(context, call, optional(fields, 'from', readAddress))
  const networks = await context.ethereum()
  const chainId = readChainId(fields.get('chainId'), 'chainId')
  if (!networks.chains.some(({ id, rpcUrls }) => id === chainId && rpcUrls.length > 0))
    throw numbered(
      'unsupported_chain_id',
      `This wallet does not have the chain ${chainId}, or no way to send there.`,
      CALLS_CODE.unsupportedChain,
    )
  refuseCapabilities(fields.get('capabilities'), 'capabilities')
  const atomicRequired = fields.get('atomicRequired') ?? false
  // "true" as a text would otherwise be taken for no wish at all.
  if (typeof atomicRequired !== 'boolean') throw invalidParams('atomicRequired must be true or false.')
  const calls = readCalls(fields.get('calls'), chainId)
  // A single call is one transaction, which the chain executes as a whole.
  if (atomicRequired && calls.length > 1)
    throw numbered(
      'not_supported',
      'This wallet sends calls one after another and cannot make several of them atomic.',
      CALLS_CODE.atomicityUnsupported,
    )
  const id = takeId(networks, fields)
  const from = wallet.address as CallBatch['from']
  try {
    const { hashes } = await context.ask<'send-calls'>({
      kind: 'send-calls',
      wallet,
      chainId,
      calls,
      uiOptions: {},
    })
    const kept = calls.map(({ to = null, value = 0n }) => ({ to, value: toQuantity(value) }))
    networks.batches.add({ id, chainId, from, count: calls.length, hashes, calls: kept })
    return version === '1.0' ? id : { id }
  } finally {
    networks.batches.release(id)
  }
}

function readCalls(value: unknown, chainId: number): EthereumTransactionInput[] {
  // Its own limit has a code of EIP-5792, so that is checked below.
  const calls = readList(value, 'calls', Number.POSITIVE_INFINITY)
  if (calls.length === 0) throw invalidParams('calls is empty.')
  if (calls.length > MAX_CALLS)
    throw numbered('invalid_data', `This wallet takes ${MAX_CALLS} calls at most.`, CALLS_CODE.tooLarge)
  return calls.map((each, index) => {
    const at = `calls[${index}]`
    const fields = readRecord(each, at)
    refuseCapabilities(fields.get('capabilities'), `${at}.capabilities`)
    // An earlier draft had a chain for each call.
    if ((optional(fields, 'chainId', readCount, `${at}.`) ?? chainId) !== chainId)
      throw invalidParams(`${at}.chainId must be that of all calls, ${toQuantity(chainId)}.`)
    // By name: gas, fees and nonce are the wallet's to fill in here.
    const known = ['to', 'value', 'data'].flatMap(name =>
      fields.has(name) ? [[name, fields.get(name)]] : [],
    )
    return readTransaction(Object.fromEntries(known), at).input
  })
}

/** A capability that the dapp can do without says so; any other must not be passed over in silence. */
function refuseCapabilities(value: unknown, name: string): void {
  if (value === undefined || value === null) return
  for (const [capability, wish] of readRecord(value, name)) {
    const isOptional = typeof wish === 'object' && wish !== null && Reflect.get(wish, 'optional') === true
    if (!isOptional)
      throw numbered(
        'not_supported',
        `${name}: this wallet does not have "${capability.slice(0, 80)}".`,
        CALLS_CODE.unsupportedCapability,
      )
  }
}

/** Single use: held before the person is asked, so that a dapp that asks twice does not have it paid twice. */
function takeId(networks: EthereumNetworks, fields: ReadonlyMap<string, unknown>): string {
  const asked = optional(fields, 'id', (value, name) => readText(value, name, MAX_ID_LENGTH))
  const id = asked ?? `0x${crypto.randomUUID().replaceAll('-', '')}`
  if (!networks.batches.hold(id))
    throw numbered('invalid_data', 'Calls with this id were sent already.', CALLS_CODE.duplicateId)
  return id
}
