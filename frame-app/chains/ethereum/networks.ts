import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { parseUrl } from '@vitrine/shared/parse-url.ts'
import type { Chains } from '../../config/chains.ts'
import type { ReadableStore } from '../../core/store.ts'
import type { ExternalWallets } from '../../external-wallets/ports.ts'
import type { Notices } from '../../kernel/notices.ts'
import { createExclusive, type Exclusive } from '../../session/exclusive.ts'
import type { ReportActivity } from '../../session/report-activity.ts'
import type { SessionSnapshot } from '../../session/session.ts'
import type { SessionStorage } from '../../session/storage.ts'
import type { WalletSigner } from '../../wallet/signer.ts'
import { createCallBatches } from './call-batches.ts'
import { createChainChoice } from './chain-choice.ts'
import { createNetwork, type RunningNetwork } from './network.ts'
import type { EthereumChain, EthereumNetworks, Hex, SentTransaction, TransactionStatus } from './ports.ts'
import { otherChain, unknownChain } from './rpc-error.ts'
import { createSentTransactions } from './sent-transactions.ts'
import { createWatchedAssets } from './watched-assets.ts'

export interface NetworksParts {
  readonly appId: string
  readonly hostOrigin: string
  readonly storage: Pick<SessionStorage, 'recall' | 'remember'>
  readonly session: ReadableStore<SessionSnapshot>
  readonly notices: Pick<Notices, 'emit'>
  readonly perform: WalletSigner['perform']
  externalWallets?(): Promise<ExternalWallets>
  readonly frame: Pick<Window, 'addEventListener'>
  readonly locks: LockManager | undefined
  app(): Pick<AppConfig, 'chains'>
  chains(): Chains
  onConfigChange(listener: () => void): void
  readonly pendingPollMs?: number
  readonly report?: ReportActivity
}

/** The app's Ethereum chains for the dapps of one page. That they are there is what connects its provider (EIP-1193). */
export function createEthereumNetworks(parts: NetworksParts): EthereumNetworks {
  const { appId, hostOrigin, storage, session, notices, frame } = parts
  const onStorage = (prefix: string, listener: () => void) =>
    frame.addEventListener('storage', ({ key }) => {
      if (key === null || key.startsWith(prefix)) listener()
    })

  const isAllowedRpc = (url: string, chainId: number) => {
    const { chains } = parts.app()
    const own = chains.find(({ id }) => id === chainId)
    // A page that leaves the operator's chain out of its own list brings it back with no other endpoints.
    return own ? own.rpc_urls.includes(url) : allowedOrigins(chains).has(originOf(url))
  }
  const choiceKey = `${appId}:${hostOrigin}`
  const choice = createChainChoice({
    config: parts.chains,
    isAllowedRpc,
    notify(event, chainId, address) {
      const id = toQuantity(chainId)
      const data = event === 'connect' ? { chainId: id } : id
      notices.emit('ethereum', { event, data, ...(address !== undefined && { address }) })
    },
    storage: {
      read: () => storage.recall('chain', choiceKey),
      write: value => storage.remember('chain', choiceKey, value),
      onChange(listener) {
        onStorage('vitrine:chain:', listener)
        parts.onConfigChange(listener)
      },
    },
  })

  const userKey = () => {
    const snapshot = session.get()
    return snapshot.status === 'authenticated' ? `${appId}:${snapshot.user.id}` : null
  }
  /** What is kept for the user who is logged in. */
  const ofUser = (kept: 'sent' | 'assets') => ({
    read() {
      const key = userKey()
      return key === null ? null : storage.recall(kept, key)
    },
    write(value: string) {
      const key = userKey()
      if (key !== null) storage.remember(kept, key, value)
    },
  })
  const sent = createSentTransactions({
    ...ofUser('sent'),
    onChange: listener => onStorage('vitrine:sent:', listener),
  })
  const assets = createWatchedAssets({
    ...ofUser('assets'),
    onChange(listener) {
      onStorage('vitrine:assets:', listener)
      session.subscribe(listener)
    },
  })

  const locks = new Map<string, Exclusive>()
  const exclusive = <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const known = locks.get(name) ?? createExclusive(name, parts.locks)
    locks.set(name, known)
    return known(work)
  }

  const networks = new Map<string, RunningNetwork>()
  const networkOf = (chain: EthereumChain): RunningNetwork => {
    // By all that it is: a chain whose endpoints have changed gets a network of its own.
    const key = JSON.stringify(chain)
    const known =
      networks.get(key) ??
      createNetwork(chain, {
        sent,
        exclusive,
        perform: parts.perform,
        owner: userKey,
        ...(parts.report && { report: parts.report }),
        ...(parts.externalWallets && { externalWallets: parts.externalWallets }),
        ...(parts.pendingPollMs !== undefined && { pendingPollMs: parts.pendingPollMs }),
      })
    networks.set(key, known)
    return known
  }

  const follow = () => {
    const open = new Set(sent.all.get().flatMap(row => (row.isFinal ? [] : row.chainId)))
    for (const chainId of open) {
      const chain = choice.find(chainId)
      if (chain && chain.rpcUrls.length > 0) networkOf(chain).follow()
    }
  }
  notifyChanges(sent.all, notices)
  session.subscribe(() => {
    sent.reload()
    follow()
  })
  follow()

  return {
    of(chainId) {
      const chain = choice.find(chainId)
      if (!chain) throw unknownChain(chainId)
      return networkOf(chain)
    },
    get chains() {
      return choice.chains()
    },
    current: choice.current,
    currentOf: choice.currentOf,
    switchTo: choice.switchTo,
    async add(chain) {
      const answered = await networkOf(chain).request<unknown>('eth_chainId', [])
      // EIP-3085: else what dapps read and people approve would be of another chain than the one that is named.
      if (typeof answered !== 'string' || Number(answered) !== chain.id) throw otherChain(chain.name)
      choice.add(chain)
    },
    isAllowedRpc,
    sent: sent.all,
    assets,
    batches: createCallBatches({
      read: () => storage.recall('calls', choiceKey),
      write: value => storage.remember('calls', choiceKey, value),
    }),
  }
}

/** JSON-RPC's form; by itself, since the code of transactions is not needed to be connected. */
const toQuantity = (chainId: number) => `0x${chainId.toString(16)}`

/** Tells the page what becomes of transactions, as an EIP-1193 `message`. */
function notifyChanges(all: ReadableStore<readonly SentTransaction[]>, notices: Pick<Notices, 'emit'>): void {
  const told = new Map<Hex, TransactionStatus>(all.get().map(({ hash, status }) => [hash, status]))
  all.subscribe(() => {
    for (const { hash, chainId, status, blockNumber } of all.get()) {
      const before = told.get(hash)
      told.set(hash, status)
      if (before === undefined || before === status) continue
      const data = { hash, chainId: toQuantity(chainId), status, blockNumber }
      notices.emit('ethereum', { event: 'message', data: { type: 'vitrine_transaction', data } })
    }
  })
}

const allowedOrigins = (chains: AppConfig['chains']): ReadonlySet<string> =>
  new Set(chains.flatMap(({ rpc_urls }) => rpc_urls.map(originOf)))

/** Unparsable URLs have no origin, and no configured endpoint has that. */
const originOf = (url: string): string => parseUrl(url)?.origin ?? ''
