import type { RelayError } from '@vitrine/shared/bridge/wallet-relay.ts'
import type { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { KeptConnection, PairingOptions, WalletConnection } from '../ports.ts'
import { createConnection, farewell } from './connection.ts'
import { readFailure, unableToConnect } from './failures.ts'
import { createKeyValueStore, type KeyValueStore } from './key-value-store.ts'
import { type Line, openLine, type SiteMetadata } from './line.ts'
import { type PairingLimits, pairPhone, type Session } from './pairing.ts'
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
  /** What a person and a program are told of a phone that did not do what was asked; of `wallet-failure.ts`. */
  fail(error: RelayError): VitrineError
  /** `externalWallets.signatureRequestTimeouts`, in milliseconds by `walletClientType`. */
  readonly requestTimeouts: Readonly<Record<string, number>>
  readonly limits?: Partial<PairingLimits>
  readonly storage?: KeyValueStore
}

export interface WalletConnect {
  /**
   * Shows codes until a phone takes one.
   * @throws VitrineError `connector_error`: `generic_connect_wallet_error`, or what `fail` makes of the person's "no"; what
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

export const WALLET_CONNECT_RELAY = 'wss://relay.walletconnect.com'
/** Contract §4.4, `externalWallets.signatureRequestTimeouts`. */
const REQUEST_MS = 120_000
const LIMITS: PairingLimits = { uriMs: 15_000, codeMs: 300_000, farewellMs: 2_000 }

/** The person's wallet on a phone, by WalletConnect. Connects to nobody before its first use. */
export function createWalletConnect(parts: WalletConnectParts): WalletConnect {
  const { appId, projectId, relayUrl, chains, metadata, fail, requestTimeouts } = parts
  const limits = { ...LIMITS, ...parts.limits }
  let opening: Promise<Line> | undefined
  const line = () => {
    opening ??= openLine({
      ...{ appId, projectId, metadata },
      relayUrl: relayUrl ?? WALLET_CONNECT_RELAY,
      storage: parts.storage ?? createKeyValueStore(appId),
    }).catch(cause => {
      opening = undefined
      throw unableToConnect(cause)
    })
    return opening
  }
  /** @returns `null` where what the phone agreed to is not what it was asked for */
  const connectionOf = (
    { client }: Line,
    session: Session,
    asked: Asked,
    onEnd: () => void,
    address?: string,
  ) => {
    const scope = readScope(session.namespaces, asked)
    if (scope === null) return null
    return createConnection({
      ...{ client, topic: session.topic, asked, scope, fail, onEnd, farewellMs: limits.farewellMs },
      ...(address !== undefined && { address }),
      requestMs: walletClientType => requestTimeouts[walletClientType] ?? REQUEST_MS,
    })
  }

  return {
    async connect(options) {
      const asked = askedOf(options.chainType, chains)
      if (options.signal.aborted) throw options.signal.reason
      const open = await within(line(), limits.uriMs, options.signal, () => unableToConnect())
      const release = open.hold()
      try {
        const session = await pairPhone(open.client, asked, options, limits)
        const connection = connectionOf(open, session, asked, release)
        if (connection !== null && !options.signal.aborted) return connection
        await farewell(open.client, session.topic, limits.farewellMs)
        throw unableToConnect(new Error('The phone agreed to what it was not asked for'))
      } catch (error) {
        release()
        if (options.signal.aborted) throw options.signal.reason
        throw Object(error).type === 'connector_error' ? error : fail(readFailure(error))
      }
    },
    async restore({ topic, chainType, address }) {
      if (topic === undefined) return null
      const open = await line()
      const release = open.hold()
      const session = open.client.session.getAll().find(it => it.topic === topic)
      // The library forgets it by its own clock only while it is connected.
      if (session && session.expiry * 1_000 > Date.now()) {
        const connection = connectionOf(open, session, askedOf(chainType, chains), release, address)
        if (connection !== null) return connection
        await farewell(open.client, topic, limits.farewellMs)
      }
      release()
      return null
    },
    async close() {
      const open = await opening
      opening = undefined
      await open?.close()
    },
  }
}
