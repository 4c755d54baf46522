import type { UnsignedTransaction } from '@vitrine/shared/wallet/sign-transaction.ts'
import type { Hex, TransactionSerializable } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { ServerWallet } from '../../../session/held-wallet.ts'
import type { WalletSigner } from '../../../wallet/signer.ts'

/** The key that hardhat and anvil fund first: known to everyone. */
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const account = privateKeyToAccount(KEY)

export const localWallet: ServerWallet = {
  custody: 'server',
  address: account.address,
  chainType: 'ethereum',
  walletIndex: 0,
  walletClientType: 'vitrine',
  connectorType: 'embedded',
  imported: false,
  delegated: false,
  recoveryMethod: 'privy-v2',
  id: 'wallet_1',
}

/** Signs as the server's signer does, with viem in its place. */
export const localPerform = (async (_wallet, request) => {
  if (request.method !== 'eth_signTransaction') throw new TypeError(`${request.method} is not for this test`)
  const { transaction } = (request as { params: { transaction: UnsignedTransaction } }).params
  const signed_transaction = await account.signTransaction(toViem(transaction))
  return { signed_transaction, encoding: 'rlp' }
}) as WalletSigner['perform']

function toViem(transaction: UnsignedTransaction): TransactionSerializable {
  const common = {
    chainId: transaction.chain_id,
    nonce: Number(transaction.nonce),
    gas: BigInt(transaction.gas_limit),
    value: BigInt(transaction.value ?? 0),
    ...(transaction.to !== undefined && { to: transaction.to as Hex }),
    ...(transaction.data !== undefined && { data: transaction.data as Hex }),
  }
  const accessList =
    'access_list' in transaction
      ? transaction.access_list?.map(({ address, storage_keys }) => ({
          address: address as Hex,
          storageKeys: storage_keys as Hex[],
        }))
      : undefined
  const list = accessList && { accessList }
  switch (transaction.type) {
    case 0:
      return { type: 'legacy', gasPrice: BigInt(transaction.gas_price), ...common }
    case 1:
      return { type: 'eip2930', gasPrice: BigInt(transaction.gas_price), ...common, ...list }
    case 2:
    case 4: {
      const fees = {
        maxFeePerGas: BigInt(transaction.max_fee_per_gas),
        maxPriorityFeePerGas: BigInt(transaction.max_priority_fee_per_gas),
      }
      if (transaction.type === 2) return { type: 'eip1559', ...fees, ...common, ...list }
      return {
        type: 'eip7702',
        ...fees,
        ...common,
        ...list,
        authorizationList: transaction.authorization_list.map(each => ({
          address: each.contract as Hex,
          chainId: each.chain_id,
          nonce: Number(each.nonce),
          r: each.r as Hex,
          s: each.s as Hex,
          yParity: each.y_parity,
        })),
      }
    }
  }
}

export { account as localAccount }
