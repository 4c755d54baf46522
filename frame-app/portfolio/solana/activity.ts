import { explorerLink } from '../../chains/solana/explorer.ts'
import type { SolanaCluster, SolanaNetworks } from '../../chains/solana/ports.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import type { ActivityChain, ActivityChains } from '../activity-chains.ts'
import { sentWords } from '../kept/sent-words.ts'
import type { Activity } from '../ports.ts'
import { heldOn, solanaCoins } from './coins.ts'

/** Transactions that are asked for, of the wallet and of each account of a known token. */
const MAX_LISTED = 20

/** What happened to a Solana wallet: what was sent from here, and transactions that name it or its accounts of known tokens. */
export function solanaActivity(
  kernel: Pick<Kernel, 'solana' | 'config'>,
  { address }: Pick<HeldWallet, 'address'>,
): ActivityChains {
  let networks: SolanaNetworks | null = null
  const clusters = () => kernel.config.get().solana.filter(({ rpcUrl }) => rpcUrl !== null)
  return {
    async load() {
      // The code comes before the clock of a read runs. One that does not come is told by the read.
      const code = import('./associated-account.ts').catch(() => null)
      networks = await kernel.solana().catch(() => null)
      await code
    },
    sent: () =>
      (networks?.sent.get() ?? [])
        .filter(({ wallet }) => wallet === address)
        .map(({ chain, signature, sentAt, status, about }): Activity => {
          const cluster = clusters().find(it => it.chain === chain)
          return {
            ...sentWords(about),
            id: signature,
            chain: heldOn(chain),
            status,
            at: sentAt,
            explorerUrl: cluster ? explorerLink(cluster, signature) : null,
          }
        }),
    watch: onChange => networks?.sent.subscribe(onChange) ?? (() => {}),
    sources: () => (networks ? clusters().map(cluster => source(kernel, cluster, address)) : []),
  }
}

const source = (kernel: Pick<Kernel, 'solana'>, cluster: SolanaCluster, wallet: string): ActivityChain => ({
  key: cluster.chain,
  async read(signal) {
    const network = (await kernel.solana()).of(cluster.chain)
    if (network === null) return []
    const { associatedAccount } = await import('./associated-account.ts')
    const accounts = await Promise.all(
      solanaCoins(cluster.chain).map(({ token }) =>
        token === null ? wallet : associatedAccount(wallet, token),
      ),
    )
    const lists = await Promise.all(accounts.map(it => network.signatures(it, MAX_LISTED, signal)))
    return lists.flat().map(
      ({ signature, hasFailed, at }): Activity => ({
        id: signature,
        chain: heldOn(cluster.chain),
        status: hasFailed ? 'failed' : 'done',
        // What it did is in the transaction itself, which is not read.
        way: 'other',
        headline: null,
        amount: null,
        party: null,
        askedBy: null,
        at,
        explorerUrl: explorerLink(cluster, signature),
      }),
    )
  },
})
