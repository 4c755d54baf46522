import type { TransactionSerializable } from 'viem'
import { serializeTransaction } from 'viem/utils'
import type { UnsignedTransaction } from '../sign-transaction.ts'
import type { EthereumSignature } from './ethereum.ts'

type Hex = `0x${string}`

/**
 * A transaction as it is signed (EIP-155, 2930, 1559, 7702), or, with its signature, as it is broadcast.
 *
 * @returns RLP with its type byte in front, 0x-prefixed hex.
 * @throws RangeError when nonce or gas limit exceed what a chain takes; an error of viem when the tip exceeds the highest
 * price, or the recipient has a wrong checksum (EIP-55).
 */
export function transactionBytes(transaction: UnsignedTransaction, signature?: EthereumSignature): Hex {
  return serializeTransaction(
    serializable(transaction),
    signature && { ...signature, v: 27n + BigInt(signature.yParity) },
  )
}

function serializable(transaction: UnsignedTransaction): TransactionSerializable {
  const { to, value, data } = transaction
  const common = {
    chainId: transaction.chain_id,
    nonce: nonceOf(transaction.nonce),
    gas: within(transaction.gas_limit, MAX_UINT64),
    ...(to !== undefined && { to: to as Hex }),
    ...(value !== undefined && { value: BigInt(value) }),
    ...(data !== undefined && { data: data as Hex }),
  }
  switch (transaction.type) {
    case 0:
      return { ...common, type: 'legacy', gasPrice: BigInt(transaction.gas_price) }
    case 1:
      return {
        ...common,
        type: 'eip2930',
        gasPrice: BigInt(transaction.gas_price),
        accessList: accessList(transaction),
      }
    case 2:
      return { ...common, type: 'eip1559', ...feeMarket(transaction) }
    case 4:
      return {
        ...common,
        type: 'eip7702',
        ...feeMarket(transaction),
        authorizationList: transaction.authorization_list.map(each => ({
          address: plain(each.contract),
          chainId: each.chain_id,
          nonce: nonceOf(each.nonce),
          r: each.r as Hex,
          s: each.s as Hex,
          yParity: each.y_parity,
        })),
      }
  }
}

const feeMarket = (transaction: Extract<UnsignedTransaction, { type: 2 | 4 }>) => ({
  maxFeePerGas: BigInt(transaction.max_fee_per_gas),
  maxPriorityFeePerGas: BigInt(transaction.max_priority_fee_per_gas),
  accessList: accessList(transaction),
})

const accessList = ({ access_list = [] }: Extract<UnsignedTransaction, { type: 1 | 2 | 4 }>) =>
  access_list.map(({ address, storage_keys }) => ({
    address: plain(address),
    storageKeys: storage_keys as Hex[],
  }))

/** In lists, which nobody types, a checksum says nothing; viem refuses one that it does not know (EIP-1191). */
const plain = (address: string) => address.toLowerCase() as Hex

const MAX_UINT64 = (1n << 64n) - 1n

/** Chains count to 2^64 − 2 (EIP-2681); viem, with its numbers, exactly to 2^53 − 1. */
export const nonceOf = (quantity: string): number => Number(within(quantity, BigInt(Number.MAX_SAFE_INTEGER)))

function within(quantity: string, max: bigint): bigint {
  const value = BigInt(quantity)
  if (value > max) throw new RangeError('A quantity of the transaction is larger than a chain takes.')
  return value
}
