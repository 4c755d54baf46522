import type { EthereumChain } from '../chains/ethereum/ports.ts'
import type { EffectiveConfig } from '../config/effective.ts'
import type { WalletConnection } from '../external-wallets/ports.ts'

type Chains = EffectiveConfig['chains']

/**
 * The chain that a wallet is asked to go to as it is connected: the default one, where the site names that, or a signature is wanted
 * and the wallet is on a chain that the app does not have. `null`: it may stay, or does not go anywhere.
 */
export function chainToSwitchTo(
  connection: WalletConnection,
  { supported, default: wanted, shouldEnforceDefaultChainOnConnect: isEnforced }: Chains,
  signs: boolean,
): EthereumChain | null {
  if (connection.chainType !== 'ethereum' || !connection.can('wallet_switchEthereumChain')) return null
  const present = connection.chainId()
  if (isEnforced) return present === wanted.id ? null : wanted
  return !signs || supported.some(({ id }) => id === present) ? null : wanted
}

/** The chain that a message names: the wallet's, among those of the app; else the default one. */
export function chainToSignFor(connection: WalletConnection, chains: Chains): number {
  const present = connection.chainId()
  return chains.supported.find(({ id }) => id === present)?.id ?? chains.default.id
}
