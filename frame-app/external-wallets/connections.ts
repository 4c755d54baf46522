import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { createStore, type ReadableStore } from '../core/store.ts'
import type { ExternalWallet } from '../session/held-wallet.ts'
import { type ConnectionStorage, readConnections, writeConnections, writeRecent } from './kept-connections.ts'
import type {
  ChainType,
  Connected,
  ConnectedWallet,
  ExternalWallets,
  KeptConnection,
  WalletConnection,
} from './ports.ts'
import { isSameAccount } from './same-account.ts'

export interface ConnectionsParts {
  readonly storage: ConnectionStorage
  readonly recent: ConnectionStorage
  /** What pages and providers have of it. */
  publish(connected: Connected): void
  /** Addresses of the wallets that were made here, of who is logged in. */
  own(): readonly string[]
  /** An Ethereum wallet is on this chain: told when it is kept or restored, and of each change. */
  onChain(wallet: ConnectedWallet, chainId: number): void
  now(): number
}

export interface Connections
  extends Pick<ExternalWallets, 'connected' | 'keep' | 'setActive' | 'disconnect' | 'connectionOf'> {
  readonly connected: ReadableStore<readonly ConnectedWallet[]>
  /**
   * Finds again what an earlier page had connected; what cannot be found is forgotten.
   * @param find `null`: it is not there any more, or has another account. Rejects where that could not be learnt
   */
  restore(find: (kept: KeptConnection) => Promise<WalletConnection | null>): Promise<void>
}

/** The wallets that are connected, each present account once. */
export function createConnections(parts: ConnectionsParts): Connections {
  const connected = createStore<readonly ConnectedWallet[]>([])
  /** Of earlier pages, not yet found again. */
  let missing: readonly { readonly kept: KeptConnection; readonly connectedAt: number }[] = []
  let active: string | null = null
  const leavings = new Map<WalletConnection, () => void>()

  const isActive = ({ address }: { readonly address: string }) =>
    active !== null && isSameAccount(address, active)

  const change = (wallets: readonly ConnectedWallet[]) => {
    const ordered = [...wallets.filter(isActive), ...wallets.filter(it => !isActive(it))]
    connected.set(ordered)
    writeConnections(parts.storage, {
      wallets: [
        ...ordered.map(({ connection, connectedAt }) => ({ kept: connection.kept, connectedAt })),
        ...missing,
      ],
      active,
    })
    // Whose address is the user's own as well is told apart where both are known: `usableWallets`.
    parts.publish({ wallets: ordered.map(externalWallet), active })
  }

  const drop = (connection: WalletConnection) => {
    leavings.get(connection)?.()
    leavings.delete(connection)
    const leaving = connected.get().find(it => it.connection === connection)
    if (!leaving) return
    if (isActive(leaving)) active = null
    change(connected.get().filter(it => it !== leaving))
  }

  const follow = (connection: WalletConnection) => {
    if (leavings.has(connection)) return
    const leave = connection.on(event => {
      if (event.type === 'disconnect' || (event.type === 'accounts' && event.accounts.length === 0))
        return drop(connection)
      const before = connected.get().find(it => it.connection === connection)
      if (!before) return
      const after = entryOf(connection, before.connectedAt)
      if (isActive(before)) active = after.address
      put(after, before)
      if (after.chainId !== null && (after.chainId !== before.chainId || after.address !== before.address))
        parts.onChain(after, after.chainId)
    })
    leavings.set(connection, leave)
  }

  /** Of two lines to one account the newer one counts; the other is let go of, and its wallet told. */
  const put = (entry: ConnectedWallet, before?: ConnectedWallet) => {
    const isSame = (it: ConnectedWallet) =>
      it.chainType === entry.chainType && isSameAccount(it.address, entry.address)
    const beaten = connected.get().filter(it => it.connection !== entry.connection && isSame(it))
    for (const { connection } of beaten) {
      leavings.get(connection)?.()
      leavings.delete(connection)
    }
    const others = connected.get().filter(it => it.connection !== entry.connection && !beaten.includes(it))
    const place = before ? connected.get().indexOf(before) : 0
    change([...others.slice(0, place), entry, ...others.slice(place)])
    for (const { connection } of beaten) void connection.disconnect()
  }

  const add = (connection: WalletConnection, connectedAt: number): ConnectedWallet => {
    const entry = entryOf(connection, connectedAt)
    missing = missing.filter(
      ({ kept }) => kept.chainType !== entry.chainType || !isSameAccount(kept.address, entry.address),
    )
    follow(connection)
    put(entry)
    if (entry.chainId !== null) parts.onChain(entry, entry.chainId)
    return entry
  }

  const find = (address: string) => connected.get().find(it => isSameAccount(it.address, address))

  return {
    connected,
    keep(connection) {
      const [address] = connection.accounts()
      if (address === undefined) throw clientError('not_found', 'The wallet is not connected any more.')
      active = address
      writeRecent(parts.recent, connection.walletClientType)
      return add(connection, parts.now())
    },
    setActive(address) {
      const found = find(address)?.address ?? parts.own().find(own => isSameAccount(own, address))
      if (found === undefined)
        throw clientError('not_found', 'No connected wallet has this address. Call connectWallet() first.')
      active = found
      change(connected.get())
    },
    async disconnect(address) {
      const wallet = find(address)
      if (!wallet) return
      drop(wallet.connection)
      await wallet.connection.disconnect()
    },
    connectionOf(address: string, chainType: ChainType) {
      const ofChain = connected.get().filter(it => it.chainType === chainType)
      const holder =
        ofChain.find(it => isSameAccount(it.address, address)) ??
        ofChain.find(it => it.connection.accounts().some(account => isSameAccount(account, address)))
      return holder?.connection ?? null
    },
    async restore(search) {
      const stored = readConnections(parts.storage)
      missing = stored.wallets
      // Whom the person has chosen meanwhile stays chosen.
      active ??= stored.active
      await Promise.all(
        stored.wallets.map(async row => {
          let found: WalletConnection | null
          try {
            found = await search(row.kept)
          } catch {
            // Not learnt: it may be there on the next visit.
            return
          }
          const isThere = found?.accounts().some(account => isSameAccount(account, row.kept.address))
          if (!missing.includes(row)) return
          missing = missing.filter(it => it !== row)
          // What is forgotten is no one's choice any more.
          if (!isThere && isActive(row.kept)) active = null
          if (found && isThere) {
            // The wallet may have another of its accounts in use by now.
            if (isActive(row.kept)) active = found.accounts()[0] ?? null
            add(found, row.connectedAt)
          } else change(connected.get())
        }),
      )
    },
  }
}

const entryOf = (connection: WalletConnection, connectedAt: number): ConnectedWallet => ({
  address: connection.accounts()[0] ?? '',
  chainType: connection.chainType,
  chainId: connection.chainId(),
  connection,
  connectedAt,
})

/** A connected wallet as it is used and shown. No index, and nothing that says whose it is. */
const externalWallet = ({ address, chainType, connection }: ConnectedWallet): ExternalWallet => ({
  custody: 'external',
  address,
  chainType,
  walletIndex: null,
  walletClientType: connection.walletClientType,
  connectorType: connection.connectorType,
  imported: false,
  delegated: false,
  recoveryMethod: null,
})
