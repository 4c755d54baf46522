import {
  batchStatus,
  type CallReceipt,
  callStatuses,
  followStatuses,
  readReceipts,
} from '../../chains/ethereum/call-status.ts'
import type { CallBatch } from '../../chains/ethereum/ports.ts'
import { toQuantity } from '../../chains/ethereum/unsigned-transaction.ts'
import { readParams, readText } from '../../requests/input/fields.ts'
import { numbered, unauthorized } from '../../requests/input/provider-error.ts'
import { isSameAddress } from '../../session/held-wallet.ts'
import type { Access } from './access.ts'
import { CALLS_CODE, MAX_ID_LENGTH } from './calls-code.ts'
import type { EthereumCall, EthereumContext, EthereumMethod } from './method.ts'

/** EIP-5792: what became of the calls, as the chain's node tells it now. */
export const walletGetCallsStatus: EthereumMethod = async (context, call) => {
  const batch = await findBatch(context, call)
  const networks = await context.ethereum()
  const receipts = await readReceipts(networks.of(batch.chainId), batch, networks.sent)
  return {
    version: '2.0.0',
    id: batch.id,
    chainId: toQuantity(batch.chainId),
    status: batchStatus(callStatuses(batch, receipts, networks.sent)),
    // One call is one transaction, which the chain executes as a whole.
    atomic: batch.count === 1,
    receipts: receipts.filter(receipt => receipt !== null).map(publicReceipt),
  }
}

/** EIP-5792: the same for the person, on a screen that follows it. Settles when the screen is closed. */
export const walletShowCallsStatus: EthereumMethod = async (context, call) => {
  const batch = await findBatch(context, call)
  const networks = await context.ethereum()
  const network = networks.of(batch.chainId)
  // A node that does not answer leaves what the follower knows.
  const receipts = await readReceipts(network, batch, networks.sent).catch(() => [])
  const { statuses, stop } = followStatuses(batch, receipts, networks.sent)
  const { chain } = network
  try {
    await context.screens.show<'show-calls'>({ kind: 'show-calls', batch, chain, statuses })
  } finally {
    stop()
  }
  return null
}

async function findBatch(
  { ethereum, access }: Pick<EthereumContext, 'ethereum'> & { readonly access: Access },
  call: EthereumCall,
): Promise<CallBatch> {
  const [id] = readParams(call)
  const { batches } = await ethereum()
  const batch = batches.get(readText(id, 'id', MAX_ID_LENGTH))
  if (!batch) throw numbered('invalid_data', 'This wallet knows no calls with this id.', CALLS_CODE.unknownId)
  // The page stays, the person may have changed: what another one did is not this one's to see.
  if (!access.accounts().some(address => isSameAddress(address, batch.from)))
    throw unauthorized('The calls were sent by another account.')
  return batch
}

/** Of a node's receipt what the EIP names, and no more. */
const publicReceipt = ({ logs, status, blockHash, blockNumber, gasUsed, transactionHash }: CallReceipt) => ({
  logs: (Array.isArray(logs) ? (logs as unknown[]) : []).flatMap(log => {
    if (typeof log !== 'object' || log === null) return []
    const { address, data, topics } = log as Record<string, unknown>
    return { address, data, topics }
  }),
  status,
  blockHash,
  blockNumber,
  gasUsed,
  transactionHash,
})
