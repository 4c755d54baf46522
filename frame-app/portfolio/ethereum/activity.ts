import type { Address, EthereumNetworks, SentTransaction } from '../../chains/ethereum/ports.ts'
import { transactionUrl } from '../../chains/ethereum/transaction-url.ts'
import { createStore } from '../../core/store.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import type { Activity, ActivitySource } from '../ports.ts'

/** See `createActivity`. */
export function ethereumActivity(
  kernel: Pick<Kernel, 'ethereum'>,
  { address }: Pick<HeldWallet, 'address'>,
): ActivitySource {
  const wallet = address as Address
  let isOver = false
  let unsubscribe = () => {}
  const store = createStore<ReturnType<ActivitySource['store']['get']>>({ status: 'reading', list: [] })
  const loading = kernel.ethereum().then(networks => {
    if (isOver) return
    const publish = () => store.set({ status: 'done', list: listOf(networks, wallet) })
    unsubscribe = networks.sent.subscribe(publish)
    publish()
  })
  loading.catch(() => store.set({ status: 'done', list: [] }))
  return {
    store,
    refresh: () => loading.catch(() => {}),
    stop() {
      isOver = true
      unsubscribe()
    },
  }
}

function listOf(networks: EthereumNetworks, wallet: Address): Activity[] {
  const rows = networks.sent.get().filter(({ from }) => from.toLowerCase() === wallet.toLowerCase())
  const list = rows.map(row => fromSent(networks, row))
  return [...list.filter(it => it.status === 'pending'), ...list.filter(it => it.status !== 'pending')]
}

const STATUS = {
  pending: 'pending',
  confirmed: 'done',
  reverted: 'failed',
  replaced: 'failed',
  dropped: 'unknown',
} as const satisfies Record<SentTransaction['status'], Activity['status']>

function fromSent(
  { chains }: EthereumNetworks,
  { hash, chainId, status, to, sentAt }: SentTransaction,
): Activity {
  const chain = chains.find(({ id }) => id === chainId)
  return {
    id: hash,
    chain: {
      type: 'ethereum',
      id: chainId,
      name: chain?.name ?? String(chainId),
      isTestnet: chain?.isTestnet ?? false,
    },
    status: STATUS[status],
    way: 'out',
    headline: null,
    amount: null,
    party: to,
    askedBy: null,
    at: sentAt,
    explorerUrl: transactionUrl(chain?.blockExplorerUrl ?? null, hash),
  }
}
