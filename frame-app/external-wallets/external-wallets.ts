import { type RelayedWallet, relayEvent } from '@vitrine/shared/bridge/wallet-relay.ts'
import { clientError, type VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { EffectiveConfig } from '../config/effective.ts'
import { createStore, type ReadableStore } from '../core/store.ts'
import { bringToChain } from './chain.ts'
import { type ConnectionsParts, createConnections } from './connections.ts'
import { createInjectedWallets } from './injected.ts'
import { readRecent } from './kept-connections.ts'
import type { Detected, ExternalWallets, KeptConnection, PairingOptions, WalletConnection } from './ports.ts'
import { createRelayClient, type RelayParts } from './relay-client.ts'

/** For the page's part to come, and its wallets to announce themselves. */
const DISCOVER_LIMIT_MS = 15_000
/** An extension may announce itself late; after this it is taken for gone. */
const ANNOUNCE_MS = 3_000

/** WalletConnect; its code comes with the first phone. */
export interface PhoneWallets {
  connect(options: PairingOptions): Promise<WalletConnection>
  /** Without asking anybody; `null`: the phone has ended it. */
  restore(kept: KeptConnection): Promise<WalletConnection | null>
}

export interface ExternalWalletsParts extends Pick<RelayParts, 'wallets'>, ConnectionsParts {
  config(): Pick<EffectiveConfig, 'externalWallets' | 'chains'>
  /** @throws VitrineError `service_unavailable` */
  phones(): Promise<PhoneWallets>
}

export interface RunningExternalWallets extends ExternalWallets {
  /** What the page tells by itself; anything else than a `RelayEvent` is dropped. */
  onRelayEvent(event: unknown): void
  /** Finds again what an earlier page of this site had connected. Never rejects. */
  restore(): Promise<void>
}

/** The person's own wallets: those in the page by the host SDK's relay, those on a phone by WalletConnect. */
export function createExternalWallets(parts: ExternalWalletsParts): RunningExternalWallets {
  const settings = () => parts.config().externalWallets
  const relay = createRelayClient({
    wallets: parts.wallets,
    timeouts: () => settings().signatureRequestTimeouts,
  })
  const injected = createInjectedWallets(relay)
  const connections = createConnections(parts)
  const detected = createStore<Detected>({ status: 'looking', wallets: [] })
  let looking: Promise<void> | undefined

  const know = (wallets: readonly RelayedWallet[]) => detected.set({ status: 'known', wallets })
  const look = (): Promise<void> => {
    looking ??= relay
      .ask(
        'discover',
        {},
        {
          ...{ handle: null, wallet: '', walletClientType: '', limitMs: DISCOVER_LIMIT_MS },
          signal: new AbortController().signal,
        },
      )
      .then(
        ({ wallets }) => know(wallets),
        () => {
          // The next one to look asks again.
          looking = undefined
          detected.set({ ...detected.get(), status: 'failed' })
        },
      )
    return looking
  }

  const requireAllowed = () => {
    if (settings().isDisabled) throw clientError('not_supported', 'This site takes no wallets of other apps.')
  }
  /** As the site wants it (contract §4.3, `defaultChain`). Who declines is connected all the same. */
  const settle = async (connection: WalletConnection, signal: AbortSignal): Promise<WalletConnection> => {
    const { shouldEnforceDefaultChainOnConnect, default: chain } = parts.config().chains
    if (shouldEnforceDefaultChainOnConnect)
      await bringToChain(connection, chain, signal).catch(() => signal.throwIfAborted())
    return connection
  }

  const findInjected = async (kept: KeptConnection): Promise<WalletConnection | null> => {
    await look()
    const { signal } = new AbortController()
    const isIt = (wallet: RelayedWallet) =>
      wallet.chainType === kept.chainType && wallet.id === kept.id && wallet.name === kept.name
    const wallet = await whenListed(detected, wallets => wallets.find(isIt))
    if (detected.get().status === 'failed')
      throw clientError('connection_lost', 'The page told of no wallets.')
    if (!wallet) return null
    return injected.connect(wallet, true, signal).catch((error: VitrineError) => {
      // It has said that the person has not allowed it here; anything else may be another thing on the next visit.
      if (error.code === 'unable_to_sign' || error.code === 'user_rejected') return null
      throw error
    })
  }

  return {
    ...connections,
    detected,
    discover() {
      if (detected.get().status === 'failed') detected.set({ ...detected.get(), status: 'looking' })
      void look()
    },
    async connectInjected(wallet, signal) {
      requireAllowed()
      return settle(await injected.connect(wallet, false, signal), signal)
    },
    async connectPhone(options) {
      requireAllowed()
      if (!settings().isWalletConnectEnabled)
        throw clientError('not_supported', 'This site has turned WalletConnect off.')
      return settle(await (await parts.phones()).connect(options), options.signal)
    },
    recent: () => readRecent(parts.recent),
    bringToChain,
    onRelayEvent(event) {
      const read = relayEvent.safeParse(event)
      if (!read.success) return
      if (read.data.type === 'wallets') know(read.data.wallets)
      else injected.hear(read.data)
    },
    async restore() {
      if (settings().isDisabled) return
      await connections.restore(async kept =>
        kept.connectorType === 'wallet_connect_v2'
          ? (await parts.phones()).restore(kept)
          : findInjected(kept),
      )
    },
  }
}

/** The wallet, once the page tells of it; nothing when it does not in time. */
function whenListed<Found>(
  detected: ReadableStore<Detected>,
  find: (wallets: readonly RelayedWallet[]) => Found | undefined,
): Promise<Found | undefined> {
  return new Promise(resolve => {
    const end = (found: Found | undefined) => {
      clearTimeout(timer)
      unsubscribe()
      resolve(found)
    }
    const lookAgain = () => {
      const { status, wallets } = detected.get()
      const found = find(wallets)
      if (found || status === 'failed') end(found)
    }
    const timer = setTimeout(() => end(undefined), ANNOUNCE_MS)
    const unsubscribe = detected.subscribe(lookAgain)
    lookAgain()
  })
}
