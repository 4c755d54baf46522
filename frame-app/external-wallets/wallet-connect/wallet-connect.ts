import { RELAY_URL } from '@vitrine/shared/config/wallet-connect.ts'
import type { KeptConnection, PairingOptions, WalletConnection } from '../ports.ts'
import { walletFailure } from '../wallet-failure.ts'
import { createConnection, farewell } from './connection.ts'
import { readFailure, unableToConnect } from './failures.ts'
import { createKeyValueStore, type KeyValueStore } from './key-value-store.ts'
import { type Line, openLine, type SiteMetadata } from './line.ts'
import { type PairingLimits, pairPhone } from './pairing.ts'
import { type AppChains, type Asked, askedOf, readScope } from './scope.ts'
import { within } from './within.ts'

export interface WalletConnectParts {
  readonly appId: string
  /** Of cloud.reown.com, from the app's config. `null`: a relay of the operator's own may need none. */
  readonly projectId: string | null
  /** The app's `wallet_connect_relay_url`; `null`: WalletConnect's own. */
  readonly relayUrl: string | null
  /** The default chain first. */
  readonly chains: AppChains
  readonly metadata: SiteMetadata
  /** `externalWallets.signatureRequestTimeouts`, in milliseconds by `walletClientType`. */
  readonly requestTimeouts: Readonly<Record<string, number>>
  readonly limits?: Partial<PairingLimits>
  readonly storage?: KeyValueStore
}

export interface WalletConnect {
  /**
   * Shows codes until a phone takes one.
   * @throws VitrineError `connector_error`: `generic_connect_wallet_error`, or `user_rejected`; what
   *   `options.signal` was aborted with
   */
  connect(options: PairingOptions): Promise<WalletConnection>
  /**
   * A phone of an earlier visit, without asking anybody.
   * @returns `null` when the session is over, or is not of the app's chains any more
   */
  restore(kept: KeptConnection): Promise<WalletConnection | null>
  /** Closes the connection to the relay; phones stay connected for the next visit. */
  close(): Promise<void>
}

/** How a phone is called whose wallet has not said its name. */
const WALLET = 'WalletConnect'
/** Contract §4.4, `externalWallets.signatureRequestTimeouts`. */
const REQUEST_MS = 120_000
const LIMITS: PairingLimits = { uriMs: 15_000, codeMs: 300_000, farewellMs: 2_000 }

/** The person's wallet on a phone, by WalletConnect. Connects to nobody before its first use. */
export function createWalletConnect(parts: WalletConnectParts): WalletConnect {
  const { appId, projectId, relayUrl, chains, metadata, requestTimeouts } = parts
  const limits = { ...LIMITS, ...parts.limits }
  let opening: Promise<Line> | undefined
  const line = () => {
    opening ??= openLine({
      ...{ appId, projectId, metadata },
      relayUrl: relayUrl ?? RELAY_URL,
      storage: parts.storage ?? createKeyValueStore(appId),
    }).catch(cause => {
      opening = undefined
      throw unableToConnect(cause)
    })
    return opening
  }
  /** @returns `null` where what the phone agreed to is not what it was asked for: it is told, and the session is over */
  const connectionOf = async (
    open: Line,
    topic: string,
    asked: Asked,
    onEnd: () => void,
    address?: string,
  ) => {
    const { client } = open
    // The library opens a link of `localStorage` with each request; the person is asked for that, by "Open app".
    await client.session.update(topic, { sessionConfig: { disableDeepLink: true } })
    const scope = readScope(client.session.get(topic).namespaces, asked)
    if (scope === null) {
      await farewell(client, topic, limits.farewellMs)
      return null
    }
    return createConnection({
      ...{ client, topic, asked, scope, onEnd, farewellMs: limits.farewellMs },
      ...(address !== undefined && { address }),
      requestMs: walletClientType => requestTimeouts[walletClientType] ?? REQUEST_MS,
    })
  }

  return {
    async connect(options) {
      const { chainType, signal } = options
      const asked = askedOf(chainType, chains)
      if (signal.aborted) throw signal.reason
      const open = await within(line(), limits.uriMs, signal, () => unableToConnect())
      const release = open.hold()
      try {
        const { topic } = await pairPhone(open.client, asked, options, limits)
        const connection = await connectionOf(open, topic, asked, release)
        if (connection === null) throw unableToConnect(new Error('The phone gave what nobody asked for'))
        // The person went away while the phone agreed.
        if (signal.aborted) await connection.disconnect()
        else return connection
        throw signal.reason
      } catch (error) {
        const isAway = !open.client.core.relayer.connected
        release()
        // The library has the next attempt wait for this one, which goes on for up to five tries: a new client starts at once.
        if (isAway && !open.isHeld()) {
          opening = undefined
          void open.close()
        }
        if (signal.aborted) throw signal.reason
        throw Object(error).type === 'connector_error'
          ? error
          : walletFailure(readFailure(error), { verb: 'connect', wallet: WALLET })
      }
    },
    async restore({ topic, chainType, address }) {
      if (topic === undefined) return null
      const open = await line()
      const release = open.hold()
      const restored = async () => {
        const session = open.client.session.getAll().find(it => it.topic === topic)
        // The library forgets it by its own clock only while it is connected.
        if (!session || session.expiry * 1_000 <= Date.now()) return null
        return connectionOf(open, topic, askedOf(chainType, chains), release, address)
      }
      // It may end, by the phone's word, while it is looked at.
      const connection = await restored().catch(() => null)
      if (connection === null) release()
      return connection
    },
    async close() {
      const open = await opening
      opening = undefined
      await open?.close()
    },
  }
}
