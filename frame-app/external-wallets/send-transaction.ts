import type { RelayedTransaction } from '@vitrine/shared/bridge/wallet-relay.ts'
import type { UnsignedTransaction } from '@vitrine/shared/wallet/sign-transaction.ts'
import type { EthereumChain } from '../chains/ethereum/ports.ts'
import { askToSend } from './ask-to-send.ts'
import type { ChainType, ExternalWallets } from './ports.ts'
import { walletGone, walletUnsupported } from './wallet-failure.ts'

export interface TransactionElsewhere {
  readonly from: string
  readonly chainType: ChainType
  readonly walletClientType: string
  readonly chain: EthereumChain
  readonly unsigned: UnsignedTransaction
  /** The dapp named the nonce itself. */
  readonly hasFixedNonce: boolean
  /** Or the price of gas. */
  readonly hasFixedPrice: boolean
}

/**
 * Has a wallet app send a transaction, on the chain that it was approved for. What it pays for it the wallet chooses with its
 * person: the price of gas and the nonce, unless the dapp named them.
 * @param onSent told the hash that the wallet names, also when it comes after the person has left
 * @throws VitrineError `connector_error`
 */
export async function sendElsewhere(
  wallets: ExternalWallets,
  { from, chainType, walletClientType, chain, unsigned, hasFixedNonce, hasFixedPrice }: TransactionElsewhere,
  onSent: (hash: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const line = wallets.connectionOf(from, chainType)
  if (!line) throw walletGone(walletClientType)
  // A delegation of the account (EIP-7702) has no form in which a wallet takes it from a site.
  if (!line.can('eth_sendTransaction') || 'authorization_list' in unsigned)
    throw walletUnsupported(line.meta.name)
  await wallets.bringToChain(line, chain, signal)
  const { to, value, data, gas_limit, nonce } = unsigned
  const transaction: RelayedTransaction = {
    from,
    // It may have left the chain since it was brought there.
    chainId: `0x${chain.id.toString(16)}`,
    gas: gas_limit,
    ...(to !== undefined && { to }),
    ...(value !== undefined && { value }),
    ...(data !== undefined && { data }),
    ...(hasFixedNonce && { nonce }),
    // Whole, as the person has read it here, where the dapp named a part.
    ...(hasFixedPrice && priceOf(unsigned)),
  }
  const { hash } = await askToSend(
    line,
    'eth_sendTransaction',
    { transaction },
    sent => onSent(sent.hash),
    signal,
  )
  return hash
}

const priceOf = (unsigned: UnsignedTransaction): Partial<RelayedTransaction> =>
  'gas_price' in unsigned
    ? { gasPrice: unsigned.gas_price }
    : { maxFeePerGas: unsigned.max_fee_per_gas, maxPriorityFeePerGas: unsigned.max_priority_fee_per_gas }
