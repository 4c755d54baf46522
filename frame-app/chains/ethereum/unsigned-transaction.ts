import type { UnsignedTransaction } from '@vitrine/shared/wallet/sign-transaction.ts'
import type { EthereumTransactionInput, GasPrice } from './ports.ts'

/** JSON-RPC's form of a number: hex without leading zeros. */
export const toQuantity = (value: bigint | number): `0x${string}` => `0x${value.toString(16)}`

export interface Filled {
  readonly chainId: number
  readonly nonce: number
  readonly gas: bigint
  readonly price: GasPrice
}

/** The transaction as the signer takes it, from what a dapp asked for and what was filled in. */
export function unsignedTransaction(
  input: EthereumTransactionInput,
  { chainId, nonce, gas, price }: Filled,
): UnsignedTransaction {
  const common = {
    ...(input.to !== undefined && { to: input.to }),
    value: toQuantity(input.value ?? 0n),
    ...(input.data !== undefined && input.data !== '0x' && { data: input.data }),
    nonce: toQuantity(nonce),
    gas_limit: toQuantity(gas),
    chain_id: chainId,
  }
  const list = {
    ...(input.accessList && {
      access_list: input.accessList.map(({ address, storageKeys }) => ({
        address,
        storage_keys: [...storageKeys],
      })),
    }),
  }
  if ('gasPrice' in price) {
    const gas_price = toQuantity(price.gasPrice)
    return input.accessList || input.type === 1
      ? { type: 1, gas_price, ...list, ...common }
      : { type: 0, gas_price, ...common }
  }
  const fees = {
    max_fee_per_gas: toQuantity(price.maxFeePerGas),
    max_priority_fee_per_gas: toQuantity(price.maxPriorityFeePerGas),
  }
  const { authorizationList } = input
  return authorizationList && input.to !== undefined
    ? { type: 4, ...fees, ...list, ...common, to: input.to, authorization_list: [...authorizationList] }
    : { type: 2, ...fees, ...list, ...common }
}

/** What one gas may cost at most, in wei. */
export const highestPrice = (price: GasPrice): bigint =>
  'gasPrice' in price ? price.gasPrice : price.maxFeePerGas

/** The parameters of `eth_estimateGas` and `eth_call`, as JSON-RPC has them. */
export const callParameters = (from: string, input: EthereumTransactionInput) => ({
  from,
  ...(input.to !== undefined && { to: input.to }),
  ...(input.value !== undefined && { value: toQuantity(input.value) }),
  ...(input.data !== undefined && { data: input.data }),
  ...(input.accessList && { accessList: input.accessList }),
  ...(input.authorizationList && {
    authorizationList: input.authorizationList.map(({ contract, chain_id, nonce, r, s, y_parity }) => ({
      address: contract,
      chainId: toQuantity(chain_id),
      nonce,
      r: withoutLeadingZeros(r),
      s: withoutLeadingZeros(s),
      yParity: toQuantity(y_parity),
    })),
  }),
})

/** EIP-7702 sends r and s as numbers. */
const withoutLeadingZeros = (word: string) => toQuantity(BigInt(word))
