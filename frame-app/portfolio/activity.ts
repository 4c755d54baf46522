import { createStore } from '../core/store.ts'
import { withLimit } from '../core/with-limit.ts'
import type { HeldWallet } from '../session/held-wallet.ts'
import type { Kernel } from '../ui/kernel-context.ts'
import type { ActivityChain, ActivityChains } from './activity-chains.ts'
import { ethereumActivity } from './ethereum/activity.ts'
import type { Activity, ActivitySource } from './ports.ts'
import { solanaActivity } from './solana/activity.ts'

/** Of one chain: a slow one holds nobody up. */
const READ_LIMIT_MS = 8_000
const MAX_LISTED = 100

/** What happened to a wallet: what was sent from here at once, then what its chains tell. It reads as soon as it is made. */
export function createActivity(
  kernel: Pick<Kernel, 'ethereum' | 'solana' | 'config'>,
  wallet: Pick<HeldWallet, 'address' | 'chainType'>,
): ActivitySource {
  return activityOf(
    wallet.chainType === 'ethereum' ? ethereumActivity(kernel, wallet) : solanaActivity(kernel, wallet),
  )
}

function activityOf(chains: ActivityChains): ActivitySource {
  const life = new AbortController()
  const found = new Map<string, readonly Activity[]>()
  const store = createStore<ReturnType<ActivitySource['store']['get']>>({ status: 'reading', list: [] })
  let isRead = false
  const publish = () => {
    if (life.signal.aborted) return
    const list = merged(chains.sent(), [...found.values()].flat())
    store.set({ status: isRead ? 'done' : 'reading', list })
  }

  const read = async (chain: ActivityChain) => {
    const [signal, end] = withLimit(life.signal, READ_LIMIT_MS)
    try {
      found.set(chain.key, await chain.read(signal))
      publish()
    } catch {
      // What was found before stays. What was sent from here is told without a node.
    } finally {
      end()
    }
  }
  let unwatch = () => {}
  const loaded = chains.load().then(() => {
    if (life.signal.aborted) return
    unwatch = chains.watch(publish)
    publish()
  })
  const refresh = async () => {
    await loaded
    await Promise.all(chains.sources().map(read))
    isRead = true
    publish()
  }
  void refresh()

  return {
    store,
    refresh,
    stop() {
      life.abort()
      unwatch()
    },
  }
}

const WAITING: ReadonlySet<Activity['status']> = new Set(['pending', 'replacing', 'cancelling'])

/** What was sent from here counts, and takes from the chain what nobody knew then. */
function merged(sent: readonly Activity[], found: readonly Activity[]): Activity[] {
  const onChain = new Map(found.map(it => [it.id, it]))
  const own = sent.map((it): Activity => {
    const seen = onChain.get(it.id)
    if (seen === undefined || it.headline !== null || it.amount !== null) return it
    return { ...it, way: seen.way, amount: seen.amount, party: seen.party ?? it.party }
  })
  const ids = new Set(own.map(({ id }) => id))
  const all = [...own, ...[...onChain.values()].filter(({ id }) => !ids.has(id))]
  const isPending = ({ status }: Activity) => Number(WAITING.has(status))
  return all.sort((a, b) => isPending(b) - isPending(a) || (b.at ?? 0) - (a.at ?? 0)).slice(0, MAX_LISTED)
}
