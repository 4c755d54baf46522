import type { Address, EthereumNetworks, SentTransaction } from '../../chains/ethereum/ports.ts'
import { isCancel, replacing, winnerOver } from '../../chains/ethereum/replacements.ts'
import { transactionUrl } from '../../chains/ethereum/transaction-url.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import type { ActivityChain, ActivityChains } from '../activity-chains.ts'
import { sentWords } from '../kept/sent-words.ts'
import type { Activity } from '../ports.ts'
import { ethereumChainKey, ethereumCoins, heldOn } from './coins.ts'

/** What happened to an Ethereum wallet: what was sent from here, transfers of tokens that the wallet shows, and coins that came. */
export function ethereumActivity(
  kernel: Pick<Kernel, 'ethereum'>,
  { address }: Pick<HeldWallet, 'address'>,
): ActivityChains {
  const wallet = address as Address
  const isOwn = (other: string) => other.toLowerCase() === wallet.toLowerCase()
  let networks: EthereumNetworks | null = null

  return {
    async load() {
      // The code comes before the clock of a read runs. One that does not come is told by the read.
      const code = Promise.all([import('./read-transfers.ts'), import('./read-arrivals.ts')]).catch(
        () => null,
      )
      networks = await kernel.ethereum().catch(() => null)
      await code
    },
    sent() {
      const known = networks
      const rows = known?.sent.get() ?? []
      return known === null
        ? []
        : rows.filter(({ from }) => isOwn(from)).map(row => fromSent(known, row, statusOf(row, rows)))
    },
    watch: onChange => networks?.sent.subscribe(onChange) ?? (() => {}),
    sources: () =>
      (networks?.chains ?? [])
        .filter(({ rpcUrls }) => rpcUrls.length > 0)
        .flatMap((chain): ActivityChain[] => {
          const watched = networks?.assets.all.get() ?? []
          const coins = ethereumCoins(
            chain,
            watched.filter(({ chainId, owner }) => chainId === chain.id && isOwn(owner)),
          )
          const native = coins.find(({ token }) => token === null)
          const key = ethereumChainKey(chain)
          const networkOf = async () => (await kernel.ethereum()).of(chain.id)
          // Each by itself: what one is late or refused with takes nothing from the other.
          return [
            {
              key,
              async read(signal) {
                const { readTransfers } = await import('./read-transfers.ts')
                return readTransfers(await networkOf(), { wallet, coins, now: Date.now() }, signal)
              },
            },
            ...(native
              ? [
                  {
                    key: `${key}/native`,
                    async read(signal: AbortSignal) {
                      const { readArrivals } = await import('./read-arrivals.ts')
                      return readArrivals(
                        await networkOf(),
                        { wallet, coin: native, now: Date.now() },
                        signal,
                      )
                    },
                  },
                ]
              : []),
          ]
        }),
  }
}

const STATUS = {
  confirmed: 'done',
  reverted: 'failed',
  dropped: 'unknown',
} as const satisfies Partial<Record<SentTransaction['status'], Activity['status']>>

function statusOf(row: SentTransaction, rows: readonly SentTransaction[]): Activity['status'] {
  if (row.status === 'pending') {
    const kind = replacing(row, rows)
    return kind === null ? 'pending' : kind === 'cancel' ? 'cancelling' : 'replacing'
  }
  if (row.status !== 'replaced') return STATUS[row.status]
  const winner = winnerOver(row, rows)
  // One that was sent elsewhere with its nonce: nobody here knows what it did.
  if (!winner || isCancel(row, rows) === isCancel(winner, rows)) return 'replaced'
  return isCancel(winner, rows) ? 'cancelled' : 'tooLate'
}

function fromSent(
  networks: EthereumNetworks,
  { hash, chainId, to, sentAt, about }: SentTransaction,
  status: Activity['status'],
): Activity {
  const chain = networks.chains.find(({ id }) => id === chainId)
  const words = sentWords(about)
  return {
    ...words,
    party: about === undefined ? to : words.party,
    id: hash,
    chain: chain ? heldOn(chain) : { type: 'ethereum', id: chainId, name: String(chainId), isTestnet: false },
    status,
    replaceable: chain && status === 'pending' ? networks.of(chain.id).replaceable(hash) : [],
    at: sentAt,
    explorerUrl: transactionUrl(chain?.blockExplorerUrl ?? null, hash),
  }
}
