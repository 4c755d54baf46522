import type { EthereumChain } from '../chains/ethereum/ports.ts'
import type { EffectiveConfig } from '../config/effective.ts'
import type { WalletConnection } from '../external-wallets/ports.ts'

type Chains = EffectiveConfig['chains']

/**
 * The chain that a wallet is asked to go to as it is connected: the site's default, where the site names one or the wallet is on
 * a chain that the app does not have. `null`: it may stay, or does not go anywhere.
 */
export function chainToSwitchTo(connection: WalletConnection, chains: Chains): EthereumChain | null {
  if (connection.chainType !== 'ethereum' || !connection.can('wallet_switchEthereumChain')) return null
  const present = connection.chainId()
  const { supported, default: wanted, shouldEnforceDefaultChainOnConnect: isEnforced } = chains
  const mayStay = isEnforced ? present === wanted.id : supported.some(({ id }) => id === present)
  return mayStay ? null : wanted
}

/** The chain that a message names: the wallet's, among those of the app; else the default one. */
export function chainToSignFor(connection: WalletConnection, chains: Chains): number {
  const present = connection.chainId()
  return chains.supported.find(({ id }) => id === present)?.id ?? chains.default.id
}
