import type { Address, EthereumNetworks, WatchedAsset } from '../../chains/ethereum/ports.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import type { ChainSource, ChainSources } from '../chain-source.ts'
import { ethereumChainKey, ethereumCoins, heldOn } from './coins.ts'

/** Watched NFTs of one chain that are looked at. */
const MAX_NFTS = 100

/** The Ethereum chains of the app that have a node. */
export function ethereumSources(
  kernel: Pick<Kernel, 'ethereum' | 'config'>,
  { address }: Pick<HeldWallet, 'address'>,
): ChainSources {
  const wallet = address as Address
  const isOwn = (other: string) => other.toLowerCase() === wallet.toLowerCase()
  let networks: EthereumNetworks | null = null

  const watchedOn = (chainId: number): readonly WatchedAsset[] =>
    (networks?.assets.all.get() ?? []).filter(it => it.chainId === chainId && isOwn(it.owner))

  return {
    list: () =>
      (networks?.chains ?? kernel.config.get().chains.supported)
        .filter(({ rpcUrls }) => rpcUrls.length > 0)
        .map((chain): ChainSource => {
          const watched = watchedOn(chain.id)
          const coins = ethereumCoins(chain, watched)
          const nfts = watched.filter(({ standard }) => standard !== 'ERC20').slice(0, MAX_NFTS)
          return {
            key: ethereumChainKey(chain),
            name: heldOn(chain).name,
            coins,
            async read(last, signal) {
              // What reads comes after what shows the last known.
              const [{ readChain }, all] = await Promise.all([import('./read-chain.ts'), kernel.ethereum()])
              const network = all.of(chain.id)
              return readChain(network, { wallet, coins, nfts, last, now: Date.now }, signal)
            },
          }
        }),
    async load() {
      // The code comes before the clock of a read runs. One that does not come is told by the read.
      const code = import('./read-chain.ts').catch(() => null)
      networks = await kernel.ethereum().catch(() => null)
      await code
    },
    watch(onChange) {
      if (networks === null) return () => {}
      const { assets, sent } = networks
      const settled = () =>
        sent.get().filter(({ from, status }) => isOwn(from) && status !== 'pending').length
      let before = settled()
      const ends = [
        assets.all.subscribe(onChange),
        sent.subscribe(() => {
          const now = settled()
          if (now > before) onChange()
          before = now
        }),
      ]
      return () => {
        for (const end of ends) end()
      }
    },
  }
}
