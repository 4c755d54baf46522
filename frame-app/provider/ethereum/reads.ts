import type { EthereumMethod } from './method.ts'

/**
 * What is passed on to a node of the provider's chain: reading, by name. Nothing that a node would sign, send, mine, trace or
 * keep for somebody; `eth_sendRawTransaction` carries a signature already, so it does nothing in the person's name.
 */
export const READ_METHODS: readonly string[] = [
  'eth_blobBaseFee',
  'eth_blockNumber',
  'eth_call',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_sendRawTransaction',
  'eth_simulateV1',
  'eth_syncing',
  'eth_uninstallFilter',
  'net_listening',
  'web3_clientVersion',
]

export const readFromNode: EthereumMethod = async ({ ethereum }, { method, params, selected }) => {
  const networks = await ethereum()
  const network = networks.of(networks.currentOf(selected))
  return network.request(method, withBlock(method, (params ?? []) as readonly unknown[]))
}

/** Where a method names its block (EIP-1474): left out, it is the latest, as other wallets have it and not every node does. */
const BLOCK_AT: ReadonlyMap<string, number> = new Map([
  ['eth_call', 1],
  ['eth_getBalance', 1],
  ['eth_getCode', 1],
  ['eth_getStorageAt', 2],
  ['eth_getTransactionCount', 1],
])

const withBlock = (method: string, params: readonly unknown[]) =>
  params.length === BLOCK_AT.get(method) ? [...params, 'latest'] : params
