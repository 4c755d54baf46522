import type { RelayedTransaction } from '@vitrine/shared/bridge/wallet-relay.ts'
import type { UnsignedTransaction } from '@vitrine/shared/wallet/sign-transaction.ts'
import type { EthereumChain } from '../chains/ethereum/ports.ts'
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
}

/**
 * Has a wallet app send a transaction, on the chain that it was approved for. What it pays for it the wallet chooses with its
 * person: fees, and the nonce unless the dapp named one.
 * @returns the hash that the wallet names
 * @throws VitrineError `connector_error`
 */
export async function sendElsewhere(
  wallets: ExternalWallets,
  { from, chainType, walletClientType, chain, unsigned, hasFixedNonce }: TransactionElsewhere,
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
    gas: gas_limit,
    ...(to !== undefined && { to }),
    ...(value !== undefined && { value }),
    ...(data !== undefined && { data }),
    ...(hasFixedNonce && { nonce }),
  }
  return (await line.ask('eth_sendTransaction', { transaction }, signal)).hash
}
