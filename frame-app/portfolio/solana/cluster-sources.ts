import type { SolanaNetworks } from '../../chains/solana/ports.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import type { ChainSource, ChainSources } from '../chain-source.ts'
import { heldOn, solanaCoins } from './coins.ts'

/** The Solana clusters of the app that have a node. */
export function solanaSources(
  kernel: Pick<Kernel, 'solana' | 'config'>,
  { address }: Pick<HeldWallet, 'address'>,
): ChainSources {
  let networks: SolanaNetworks | null = null
  return {
    list: () =>
      kernel.config
        .get()
        .solana.filter(({ rpcUrl }) => rpcUrl !== null)
        .map(({ chain }): ChainSource => {
          const coins = solanaCoins(chain)
          return {
            key: chain,
            name: heldOn(chain).name,
            coins,
            async read(_last, signal) {
              const network = (await kernel.solana()).of(chain)
              if (network === null) throw new TypeError(`${chain} has no node any more`)
              const { readCluster } = await import('./read-cluster.ts')
              return readCluster(network, { wallet: address, coins, now: Date.now }, signal)
            },
          }
        }),
    async load() {
      // The code comes before the clock of a read runs. One that does not come is told by the read.
      const code = import('./read-cluster.ts').catch(() => null)
      networks = await kernel.solana().catch(() => null)
      await code
    },
    watch(onChange) {
      if (networks === null) return () => {}
      const { sent } = networks
      const settled = () =>
        sent.get().filter(({ wallet, status }) => wallet === address && status !== 'pending').length
      let before = settled()
      return sent.subscribe(() => {
        const now = settled()
        if (now > before) onChange()
        before = now
      })
    },
  }
}
