import { createStore } from '../core/store.ts'
import { withLimit } from '../core/with-limit.ts'
import type { HeldWallet } from '../session/held-wallet.ts'
import type { Kernel } from '../ui/kernel-context.ts'
import type { ChainSource, ChainSources } from './chain-source.ts'
import type { Coin } from './coin.ts'
import { ethereumSources } from './ethereum/chain-sources.ts'
import { readSnapshots, type Snapshot, writeSnapshots } from './kept/snapshot.ts'
import type { Holding, Holdings, HoldingsSource } from './ports.ts'
import { solanaSources } from './solana/cluster-sources.ts'
import { byWorth, totalCents } from './worth.ts'

/** Of one chain: a slow one holds nobody up. */
const READ_LIMIT_MS = 8_000

/**
 * What a wallet holds: the last known at once, then as the nodes tell it. It reads as soon as it is made. Only the chains' own
 * nodes are asked, those that the app's config names.
 */
export function createHoldings(
  kernel: Pick<Kernel, 'ethereum' | 'solana' | 'config' | 'keptOfUser'>,
  wallet: Pick<HeldWallet, 'address' | 'chainType'>,
): HoldingsSource {
  const chains =
    wallet.chainType === 'ethereum' ? ethereumSources(kernel, wallet) : solanaSources(kernel, wallet)
  return holdingsOf(chains, kernel.keptOfUser('holdings', wallet.address))
}

/** The same of given chains. @param storage what was last known, by chain */
export function holdingsOf(chains: ChainSources, storage: ReturnType<Kernel['keptOfUser']>): HoldingsSource {
  const life = new AbortController()
  const snapshots = new Map(readSnapshots(storage))
  /** How the last read of a chain ended. */
  const outcomes = new Map<string, 'read' | 'unreachable'>()
  /** Reads that are under way. The first begins when the chains are known. */
  let running = 1

  const view = () => viewOf(chains.list(), snapshots, outcomes, running > 0)
  const store = createStore<Holdings>(view())
  const publish = () => {
    if (!life.signal.aborted) store.set(view())
  }

  const read = async ({ key }: ChainSource) => {
    const source = chains.list().find(it => it.key === key)
    if (!source) return
    const [signal, end] = withLimit(life.signal, READ_LIMIT_MS)
    try {
      // Whole or not at all: a total of two moments would be one that never was.
      snapshots.set(key, await source.read(snapshots.get(key), signal))
      outcomes.set(key, 'read')
      if (!life.signal.aborted) keep()
    } catch {
      outcomes.set(key, 'unreachable')
    } finally {
      end()
      publish()
    }
  }
  const keep = () => {
    const keys = new Set(chains.list().map(({ key }) => key))
    writeSnapshots(storage, new Map([...snapshots].filter(([key]) => keys.has(key))))
  }

  const turns = new Map<string, () => Promise<void>>()
  const readInTurn = (source: ChainSource) => {
    const turn = turns.get(source.key) ?? oneAtATime(() => read(source))
    turns.set(source.key, turn)
    return turn()
  }
  const loaded = chains.load()
  const refresh = async () => {
    if (life.signal.aborted) return
    running += 1
    publish()
    await loaded
    await Promise.all(chains.list().map(readInTurn))
    running -= 1
    publish()
  }
  let unwatch = () => {}
  void loaded.then(() => {
    running -= 1
    if (life.signal.aborted) return
    unwatch = chains.watch(() => {
      publish()
      void refresh()
    })
    void refresh()
  })

  return {
    store,
    refresh,
    stop() {
      life.abort()
      unwatch()
    },
  }
}

/** Who asks while it runs shares the next run with all who ask until then: each gets what was read after they asked. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  const start = (): Promise<void> => {
    running = work().finally(() => {
      running = null
    })
    return running
  }
  return () => {
    if (running === null) return start()
    next ??= running.then(() => {
      next = null
      return start()
    })
    return next
  }
}

function viewOf(
  sources: readonly ChainSource[],
  snapshots: ReadonlyMap<string, Snapshot>,
  outcomes: ReadonlyMap<string, 'read' | 'unreachable'>,
  isRefreshing: boolean,
): Holdings {
  const now = Date.now() / 1_000
  const held = sources.flatMap(({ key, coins }) =>
    coins.map(coin => ({ coin, holding: holdingOf(coin, snapshots.get(key), now) })),
  )
  const isKnown = sources.some(({ key }) => snapshots.has(key))
  const older = sources.filter(({ key }) => outcomes.get(key) !== 'read')
  const times = older.flatMap(({ key }) => snapshots.get(key)?.readAt ?? [])
  return {
    status: older.length === 0 ? 'fresh' : isRefreshing && !isKnown ? 'reading' : 'stale',
    readAt: times.length > 0 ? Math.min(...times) : null,
    isRefreshing,
    list: byWorth(
      held.flatMap(({ coin, holding }) => (coin.isAlwaysListed || holding.amount ? [holding] : [])),
    ),
    totalCents: totalCents(held.map(({ holding }) => holding)),
    isTotalPartial: held.some(({ coin, holding }) => isMissing(coin, holding)),
    nfts: sources.reduce((sum, { key }) => sum + (snapshots.get(key)?.nfts ?? 0), 0),
    unreachable: sources.flatMap(({ key, name }) => (outcomes.get(key) === 'unreachable' ? [name] : [])),
  }
}

function holdingOf(coin: Coin, snapshot: Snapshot | undefined, now: number): Holding {
  const { isAlwaysListed: _, feed: __, ...shown } = coin
  const price = snapshot?.prices.get(coin.key)
  return {
    ...shown,
    amount: snapshot?.amounts.get(coin.key) ?? null,
    price: price && now <= price.until ? { answer: price.answer, decimals: price.decimals } : null,
  }
}

/** What is worth nothing, such as on a test network, is missing in no total. */
const isMissing = ({ chain, feed }: Coin, { amount, price }: Holding): boolean =>
  (!chain.isTestnet || feed !== null) && (amount === null || (amount > 0n && price === null))
