import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { readView } from '../approval/ethereum/reads/contract-reads.ts'
import type {
  Address,
  EthereumNetwork,
  EthereumTransactionInput,
  PreparedTransaction,
} from '../chains/ethereum/ports.ts'

export interface EthereumTransfer {
  readonly wallet: Address
  /** The contract; `null`: the chain's own currency. */
  readonly token: Address | null
  readonly to: Address
  /** Smallest units; `max`: all of the chain's currency but the fee. */
  readonly amount: bigint | 'max'
}

export type BuiltEthereumTransfer =
  | { readonly transaction: EthereumTransactionInput; readonly amount: bigint }
  | { readonly problem: 'feeShort' }

/** On chains that write to another one the fee for that comes on top of gas × price (OP Stack, `GasPriceOracle`). */
const OTHER_CHAIN_FEES: Address = '0x420000000000000000000000000000000000000F'
const FEES = parseAbi(['function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)'])
/** Bytes of a signed transfer, and some more. */
const TRANSFER_BYTES = 200n

/**
 * The transaction of a transfer.
 * @throws VitrineError as `EthereumNetwork.prepare`; the signal's reason when it aborts
 */
export async function buildEthereumTransfer(
  network: EthereumNetwork,
  { wallet, token, to, amount }: EthereumTransfer,
  signal: AbortSignal,
): Promise<BuiltEthereumTransfer> {
  if (amount === 'max') {
    if (token !== null) throw new TypeError('All of a token is a number')
    return buildMax(network, wallet, to, signal)
  }
  if (token === null) return { transaction: { to, value: amount }, amount }
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  return { transaction: { to: token, data }, amount }
}

/** With the very gas and price that the fee was counted by: with others, amount and fee would not be what there is. */
async function buildMax(
  network: EthereumNetwork,
  wallet: Address,
  to: Address,
  signal: AbortSignal,
): Promise<BuiltEthereumTransfer> {
  const [prepared, besides] = await Promise.all([
    network.prepare(wallet, { to, value: 0n }, signal),
    otherChainFee(network, signal),
  ])
  const value = (prepared.balance ?? 0n) - prepared.maxFee - besides
  return value > 0n
    ? { transaction: { to, value, ...feesOf(prepared) }, amount: value }
    : { problem: 'feeShort' }
}

async function otherChainFee(network: EthereumNetwork, signal: AbortSignal): Promise<bigint> {
  const call = { abi: FEES, functionName: 'getL1FeeUpperBound', args: [TRANSFER_BYTES] } as const
  return (await readView(network, OTHER_CHAIN_FEES, call, signal)) ?? 0n
}

function feesOf({ unsigned }: PreparedTransaction): EthereumTransactionInput {
  const gas = BigInt(unsigned.gas_limit)
  return 'gas_price' in unsigned
    ? { gas, type: 0, gasPrice: BigInt(unsigned.gas_price) }
    : {
        gas,
        maxFeePerGas: BigInt(unsigned.max_fee_per_gas),
        maxPriorityFeePerGas: BigInt(unsigned.max_priority_fee_per_gas),
      }
}
