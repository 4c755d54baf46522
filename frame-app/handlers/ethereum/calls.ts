import type { CallBundle, EthereumNetworks, EthereumTransactionInput } from '../../chains/ethereum/ports.ts'
import { toQuantity } from '../../chains/ethereum/unsigned-transaction.ts'
import { approve } from '../approve.ts'
import { isSameAddress } from '../choose-wallet.ts'
import { invalidParams, numbered, unauthorized } from '../provider-error.ts'
import { accountOf } from './account-of.ts'
import { readChainId } from './chain.ts'
import { optional, readAddress, readList, readRecord, readText } from './fields.ts'
import type { EthereumMethod } from './method.ts'
import { readTransaction } from './transaction-input.ts'

/** EIP-5792, "Error Codes". */
const CALLS_CODE = {
  unsupportedCapability: 5700,
  unsupportedChain: 5710,
  duplicateId: 5720,
  unknownId: 5730,
  tooLarge: 5740,
  atomicityUnsupported: 5760,
} as const
const MAX_CALLS = 20
const VERSIONS: readonly unknown[] = ['1.0', '2.0.0']

/** EIP-5792: what the wallet can do on each chain. Calls run one after another, so nothing is atomic. */
export const walletGetCapabilities: EthereumMethod = async (context, call) => {
  const [address, asked] = readList(call.params, `${call.method}: params`, 2)
  accountOf(context, call, readAddress(address, `${call.method}: the first parameter`))
  const { chains } = await context.ethereum()
  const wanted =
    asked === undefined ? null : readList(asked, 'chainIds', 100).map(id => readChainId(id, 'chainIds'))
  return Object.fromEntries(
    chains
      .filter(({ id, rpcUrls }) => rpcUrls.length > 0 && (wanted?.includes(id) ?? true))
      .map(({ id }) => [toQuantity(id), { atomic: { status: 'unsupported' } }]),
  )
}

/** EIP-5792: sequential, each call a transaction of its own; a failure ends the row. */
export const walletSendCalls: EthereumMethod = async (context, call) => {
  const [value] = readList(call.params, `${call.method}: params`, 1)
  const fields = readRecord(value, `${call.method}: the first parameter`)
  const version = fields.get('version')
  if (!VERSIONS.includes(version)) throw invalidParams('version must be "2.0.0".')
  const wallet = accountOf(context, call, optional(fields, 'from', readAddress))
  const networks = await context.ethereum()
  const chainId = readChainId(fields.get('chainId'), 'chainId')
  if (!networks.chains.some(({ id }) => id === chainId))
    throw numbered(
      'unsupported_chain_id',
      `This wallet does not have the chain ${chainId}.`,
      CALLS_CODE.unsupportedChain,
    )
  refuseCapabilities(fields.get('capabilities'), 'capabilities')
  if (fields.get('atomicRequired') === true)
    throw numbered(
      'not_supported',
      'This wallet sends calls one after another and cannot make them atomic.',
      CALLS_CODE.atomicityUnsupported,
    )
  const calls = readCalls(fields.get('calls'))
  const id = readId(networks, fields)
  const from = wallet.address as CallBundle['from']
  const { hashes } = await approve(context, { kind: 'send-calls', wallet, chainId, calls, uiOptions: {} })
  networks.bundles.add({ id, chainId, from, count: calls.length, hashes })
  return version === '1.0' ? id : { id }
}

/** EIP-5792: what became of the calls, as the chain's node tells it now. */
export const walletGetCallsStatus: EthereumMethod = async (context, { method, params }) => {
  const [id] = readList(params, `${method}: params`, 1)
  const networks = await context.ethereum()
  const bundle = networks.bundles.get(readText(id, 'id', 4096))
  if (!bundle)
    throw numbered('invalid_data', 'This wallet knows no calls with this id.', CALLS_CODE.unknownId)
  // The page stays, the person may have changed: what another one did is not this one's to see.
  const accounts = context.access.accounts()
  if (!accounts.some(address => isSameAddress(address, bundle.from)))
    throw unauthorized('The calls were sent by another account.')
  const network = networks.of(bundle.chainId)
  const receipts = (
    await Promise.all(
      bundle.hashes.map(hash => network.request<Receipt | null>('eth_getTransactionReceipt', [hash])),
    )
  ).filter(receipt => receipt !== null)
  return {
    version: '2.0.0',
    id: bundle.id,
    chainId: toQuantity(bundle.chainId),
    status: statusOf(bundle, receipts),
    atomic: false,
    receipts: receipts.map(({ logs, status, blockHash, blockNumber, gasUsed, transactionHash }) => ({
      logs,
      status,
      blockHash,
      blockNumber,
      gasUsed,
      transactionHash,
    })),
  }
}

/** Of a node, JSON as it came. */
interface Receipt {
  readonly status: string
  readonly logs: unknown
  readonly blockHash: unknown
  readonly blockNumber: unknown
  readonly gasUsed: unknown
  readonly transactionHash: unknown
}

/** EIP-5792, "Status Codes": 1xx pending, 200 all done, 4xx never sent, 500 all reverted, 600 some. */
function statusOf({ count, hashes }: CallBundle, receipts: readonly Receipt[]): number {
  if (hashes.length === 0) return 400
  if (receipts.length < hashes.length) return 100
  const succeeded = receipts.filter(({ status }) => status === '0x1').length
  if (succeeded === count) return 200
  return succeeded === 0 ? 500 : 600
}

function readCalls(value: unknown): EthereumTransactionInput[] {
  const calls = readList(value, 'calls', 1000)
  if (calls.length === 0) throw invalidParams('calls is empty.')
  if (calls.length > MAX_CALLS)
    throw numbered('invalid_data', `This wallet takes ${MAX_CALLS} calls at most.`, CALLS_CODE.tooLarge)
  return calls.map((each, index) => {
    const at = `calls[${index}]`
    const fields = readRecord(each, at)
    refuseCapabilities(fields.get('capabilities'), `${at}.capabilities`)
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

function readId(networks: EthereumNetworks, fields: ReadonlyMap<string, unknown>): string {
  const id = optional(fields, 'id', (value, name) => readText(value, name, 4096))
  if (id === undefined) return `0x${crypto.randomUUID().replaceAll('-', '')}`
  if (networks.bundles.get(id))
    throw numbered('invalid_data', 'Calls with this id were sent already.', CALLS_CODE.duplicateId)
  return id
}
