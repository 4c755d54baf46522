import { BUILT_IN_CHAINS, type ChainName, DEFAULT_CHAIN_ID } from '@vitrine/shared/chains/defaults.ts'
import { ConfigError } from './warning.ts'

export interface Chains {
  readonly supported: readonly ChainName[]
  readonly default: ChainName
  /** External wallets are asked to switch to a default chain that the site has named (contract §4.3). */
  readonly shouldEnforceDefaultChainOnConnect: boolean
}

/**
 * Specification §5: there is at least one chain, and the default chain is one of them; without a default, Ethereum mainnet
 * where it is supported, else the first.
 * @throws ConfigError
 */
export function mergeChains(
  supported: readonly ChainName[] | undefined,
  asked: ChainName | undefined,
): Chains {
  const chains = supported ?? BUILT_IN_CHAINS
  const wanted = asked?.id ?? DEFAULT_CHAIN_ID
  const found = chains.find(({ id }) => id === wanted)
  const chain = found ?? (asked ? undefined : chains[0])
  if (chains.length === 0)
    throw new ConfigError('config.supportedChains: name at least one chain, or leave the option out.')
  if (!chain)
    throw new ConfigError('config.defaultChain: the default chain must be one of config.supportedChains.')
  return { supported: chains, default: chain, shouldEnforceDefaultChainOnConnect: asked !== undefined }
}
