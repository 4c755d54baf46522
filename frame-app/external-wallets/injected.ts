import type {
  RelayArguments,
  RelayEvent,
  RelayedWallet,
  RelayResult,
} from '@vitrine/shared/bridge/wallet-relay.ts'
import type { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { walletClientType } from './catalogue.ts'
import type { ConnectionEvent, ConnectorType, WalletConnection, WalletVerb } from './ports.ts'
import type { RelayClient } from './relay-client.ts'
import { accountsOf } from './same-account.ts'
import { accountAway, walletGone } from './wallet-failure.ts'

/** For a person who is asked nothing. */
const SILENT_LIMIT_MS = 10_000

export interface InjectedWallets {
  /**
   * Connects one of the page's wallets; the same connection again where there is one.
   * @param isSilent without asking the person
   */
  connect(wallet: RelayedWallet, isSilent: boolean, signal: AbortSignal): Promise<WalletConnection>
  /** What the page tells of a wallet, to the connection of its handle. One of another wallet hears nothing of it. */
  hear(event: Exclude<RelayEvent, { type: 'wallets' }>): void
}

interface Line {
  readonly connection: WalletConnection
  take(held: RelayResult<'accounts'>): void
  hear(event: ConnectionEvent): void
}

/** Connections to wallets that are in the page, by their handles. */
export function createInjectedWallets(relay: RelayClient): InjectedWallets {
  const lines = new Map<string, Line>()

  return {
    async connect(wallet, isSilent, signal) {
      const { handle, name } = wallet
      const held = await relay.ask(
        'connect',
        { isSilent },
        {
          handle,
          wallet: name,
          walletClientType: walletClientType(wallet),
          signal,
          ...(isSilent && { limitMs: SILENT_LIMIT_MS }),
        },
      )
      if (accountsOf(held.accounts, wallet.chainType).length === 0) throw accountAway(name)
      const known = lines.get(handle)
      // A page can give the handle of one wallet to another, which must not go by the first one's name.
      if (known && !isOf(known.connection, wallet)) known.hear({ type: 'disconnect' })
      const line = lines.get(handle) ?? openLine(relay, wallet, () => lines.delete(handle))
      lines.set(handle, line)
      line.take(held)
      return line.connection
    },
    hear(event) {
      const { handle: _, ...own } = event
      lines.get(event.handle)?.hear(own)
    },
  }
}

const isOf = ({ meta, chainType }: WalletConnection, wallet: RelayedWallet): boolean =>
  meta.name === wallet.name && meta.id === wallet.id && chainType === wallet.chainType

function openLine(relay: RelayClient, wallet: RelayedWallet, onEnd: () => void): Line {
  const { handle, name, id, icon, chainType } = wallet
  const clientType = walletClientType(wallet)
  const connectorType: ConnectorType =
    wallet.source === 'wallet-standard' && chainType === 'solana' ? 'solana_adapter' : 'injected'
  const listeners = new Set<(event: ConnectionEvent) => void>()
  let accounts: readonly string[] = []
  let chainId: number | null = null
  let isOver = false

  const tell = (event: ConnectionEvent) => {
    for (const listener of [...listeners]) listener(event)
  }
  const end = () => {
    if (isOver) return
    isOver = true
    accounts = []
    onEnd()
    tell({ type: 'disconnect' })
  }
  const hear = (event: ConnectionEvent) => {
    if (isOver) return
    switch (event.type) {
      case 'disconnect':
        return end()
      case 'accounts': {
        const next = accountsOf(event.accounts, chainType)
        if (next.length === 0) return end()
        if (`${next}` === `${accounts}`) return
        accounts = next
        return tell({ type: 'accounts', accounts })
      }
      case 'chain':
        if (chainType !== 'ethereum' || event.chainId === chainId) return
        chainId = event.chainId
        return tell(event)
    }
  }
  const take: Line['take'] = held => {
    hear({ type: 'accounts', accounts: held.accounts })
    if (held.chainId !== null) hear({ type: 'chain', chainId: held.chainId })
  }
  const askPage = <V extends WalletVerb | 'accounts' | 'disconnect'>(
    verb: V,
    argument: RelayArguments[V],
    signal: AbortSignal,
    limitMs?: number,
  ) =>
    relay.ask(verb, argument, {
      ...{ handle, wallet: name, walletClientType: clientType, signal },
      ...(limitMs !== undefined && { limitMs }),
    })

  const connection: WalletConnection = {
    walletClientType: clientType,
    connectorType,
    chainType,
    meta: { name, id, icon },
    accounts: () => accounts,
    chainId: () => chainId,
    can: verb => wallet.verbs.includes(verb),
    on(listener) {
      const entry = (event: ConnectionEvent) => listener(event)
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
    async ask(verb, argument, signal) {
      if (isOver) throw walletGone(name)
      try {
        const result = await askPage(verb, argument, signal)
        // The wallet's own word where it is now, since not every one tells by itself.
        if (verb === 'wallet_switchEthereumChain' || verb === 'wallet_addEthereumChain')
          await askPage('accounts', {}, signal, SILENT_LIMIT_MS).then(take, () => {})
        return result
      } catch (error) {
        // Its handle is of a document that is gone: nothing that is asked by it comes through any more.
        if ((error as VitrineError).data?.eipCode === 4900) end()
        throw error
      }
    },
    async disconnect() {
      if (isOver) return
      end()
      await askPage('disconnect', {}, new AbortController().signal, SILENT_LIMIT_MS).catch(() => {})
    },
    get kept() {
      return {
        ...{ walletClientType: clientType, connectorType, chainType, id, name },
        address: accounts[0] ?? '',
      }
    },
  }
  return { connection, take, hear }
}
