import type { EthereumChain, EthereumTransactionInput, GasPrice, PreparedTransaction } from './ports.ts'
import { incompleteWithoutRpc } from './rpc-error.ts'
import { highestPrice, unsignedTransaction } from './unsigned-transaction.ts'
import { appraise } from './warnings.ts'

/**
 * A transaction that lacks nothing, taken as it is: no node is asked, so it is unknown what it does, whether the account
 * can pay it or whether its nonce is the next.
 * @throws VitrineError `unsupported_chain_id` (EIP-1193 4901) naming what is missing
 */
export function prepareUnchecked(chain: EthereumChain, input: EthereumTransactionInput): PreparedTransaction {
  const { nonce, gas, value = 0n } = input
  const price = priceOf(input)
  if (nonce === undefined || gas === undefined || price === null)
    throw incompleteWithoutRpc(
      chain.name,
      [
        nonce === undefined && 'nonce',
        gas === undefined && 'gas',
        price === null && missingPrice(input),
      ].filter(name => name !== false),
    )
  const maxFee = gas * highestPrice(price)
  // What only a node could check is taken for granted here, and the warning `not-checked` says so.
  const known = appraise({
    maxFee,
    value,
    balance: value + maxFee,
    namedNonce: nonce,
    nextNonce: nonce,
    failure: null,
  })
  return {
    unsigned: unsignedTransaction(input, { chainId: chain.id, nonce, gas, price }),
    maxFee,
    expectedFee: maxFee,
    usualFee: null,
    balance: null,
    hasFixedNonce: true,
    hasFixedPrice: true,
    warnings: [{ kind: 'not-checked' }, ...known],
  }
}

function priceOf({
  gasPrice,
  maxFeePerGas,
  maxPriorityFeePerGas,
}: EthereumTransactionInput): GasPrice | null {
  if (gasPrice !== undefined) return { gasPrice }
  return maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined
    ? { maxFeePerGas, maxPriorityFeePerGas }
    : null
}

function missingPrice({ type, maxFeePerGas, maxPriorityFeePerGas }: EthereumTransactionInput): string {
  if (type === 0 || type === 1) return 'gasPrice'
  if (maxFeePerGas !== undefined) return 'maxPriorityFeePerGas'
  return maxPriorityFeePerGas !== undefined ? 'maxFeePerGas' : 'maxFeePerGas and maxPriorityFeePerGas'
}
