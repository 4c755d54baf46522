import type { FundingRequest } from '@vitrine/shared/funding/request.ts'
import type { Address, EthereumNetworks, WatchedAsset } from '../../chains/ethereum/ports.ts'
import { createStore } from '../../core/store.ts'
import type { ChainSource, ChainSources } from '../../portfolio/chain-source.ts'
import { ethereumSources } from '../../portfolio/ethereum/chain-sources.ts'
import { holdingsOf } from '../../portfolio/holdings.ts'
import type { HoldingsSource } from '../../portfolio/ports.ts'
import { solanaSources } from '../../portfolio/solana/cluster-sources.ts'
import type { SolanaCoin } from '../../portfolio/solana/coins.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import { targetChainId } from './target.ts'

/** What another wallet has is no memory of this user's: it is read anew each time. */
const NOT_KEPT = { read: () => null, write() {} }

type SourceKernel = Pick<Kernel, 'ethereum' | 'solana' | 'config'>

/**
 * What a wallet has that could pay, on all of the app's chains, with the asset that is asked for among it. It reads as soon as it
 * is made.
 */
export function assetHoldings(
  kernel: SourceKernel,
  wallet: Pick<HeldWallet, 'address' | 'chainType'>,
  request: FundingRequest,
): HoldingsSource {
  const sources =
    wallet.chainType === 'ethereum'
      ? ethereumSources(withAsset(kernel, wallet.address as Address, request), wallet)
      : withMint(kernel, solanaSources(kernel, wallet), wallet.address, request)
  return holdingsOf(sources, NOT_KEPT)
}

/** A token that no list has is read as one that the person added would be, for as long as this screen is there. */
function withAsset(kernel: SourceKernel, owner: Address, request: FundingRequest): SourceKernel {
  const chainId = targetChainId(request)
  const { address, symbol, decimals } = request.asset
  if (chainId === null || address === null) return kernel
  const asked: WatchedAsset = {
    ...{ chainId, owner, standard: 'ERC20', address: address as Address, tokenId: null, symbol, decimals },
  }
  const all = createStore<readonly WatchedAsset[]>([asked])
  const ethereum = async (): Promise<EthereumNetworks> => {
    const networks = await kernel.ethereum()
    return Object.create(networks, { assets: { value: { ...networks.assets, all } } })
  }
  return Object.create(kernel, { ethereum: { value: ethereum } })
}

/** The app's own USDC on a cluster may be another mint than Circle's. */
function withMint(
  kernel: SourceKernel,
  sources: ChainSources,
  wallet: string,
  { solanaChain, asset }: FundingRequest,
): ChainSources {
  const { address: token, symbol, decimals } = asset
  const add = (source: ChainSource): ChainSource => {
    const coins = source.coins as readonly SolanaCoin[]
    const [sol] = coins
    const isListed = token === null || coins.some(it => it.token === token)
    if (source.key !== solanaChain || isListed || !sol || symbol === null || decimals === null) return source
    const coin: SolanaCoin = {
      ...sol,
      ...{
        key: `${source.key}/${token}`,
        token,
        symbol,
        name: symbol,
        decimals,
        origin: 'known',
        feed: null,
      },
    }
    const all = [...coins, coin]
    return {
      ...source,
      coins: all,
      async read(_last, signal) {
        const network = (await kernel.solana()).of(solanaChain)
        if (network === null) throw new TypeError(`${solanaChain} has no node any more`)
        const { readCluster } = await import('../../portfolio/solana/read-cluster.ts')
        return readCluster(network, { wallet, coins: all, now: Date.now }, signal)
      },
    }
  }
  return { ...sources, list: () => sources.list().map(add) }
}
