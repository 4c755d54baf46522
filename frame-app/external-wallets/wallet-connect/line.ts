import { SignClient } from '@walletconnect/sign-client'
import type { KeyValueStore } from './key-value-store.ts'
import { silentLogger } from './silent-logger.ts'

/** How a phone shows the site that asks. */
export interface SiteMetadata {
  readonly name: string
  readonly description: string
  /** The pinned origin of the page. A wallet compares it with the domain of what it is to sign. */
  readonly url: string
  readonly icons: readonly string[]
}

export interface LineParts {
  readonly appId: string
  /** `null`: a relay of the operator's own may need none. */
  readonly projectId: string | null
  readonly relayUrl: string
  readonly metadata: SiteMetadata
  readonly storage: KeyValueStore
}

export type Client = InstanceType<typeof SignClient>

/** The one connection of this frame to the relay. */
export interface Line {
  readonly client: Client
  /** The connection stays open while somebody holds it. @returns what lets go of it */
  hold(): () => void
  isHeld(): boolean
  /** Closes it; what is kept for the next visit stays. */
  close(): Promise<void>
}

/** What a relay has to know of a message to deliver it. */
const DELIVERED = [
  ...['topic', 'topics', 'id', 'message', 'ttl', 'prompt', 'tag', 'correlationId'],
  ...[
    'pairingTopic',
    'sessionProposal',
    'sessionTopic',
    'sessionProposalResponse',
    'sessionSettlementRequest',
  ],
]

/**
 * The library searches JSON for large numbers by a pattern whose time grows with the square of a run of digits. A phone could
 * stop the frame for hours with one message, so longer messages and longer runs are never parsed.
 */
const MESSAGE_LENGTH = 64 * 1024
const DIGITS_LENGTH = 400
const hasLongDigits = (text: string) => text.split(/\D+/).some(({ length }) => length >= DIGITS_LENGTH)

/**
 * WalletConnect's client, which speaks with the relay's WebSocket and nobody else. As it comes it also posts how it is used
 * (`pulse.walletconnect.org`), opens an iframe of `verify.walletconnect.org` before each proposal and request and waits five
 * seconds for it, and tells the relay in clear text the methods, chains, contracts and transactions of what it carries.
 */
export async function openLine(parts: LineParts): Promise<Line> {
  const { appId, projectId, relayUrl, metadata, storage } = parts
  const client = await SignClient.init({
    relayUrl,
    ...(projectId !== null && { projectId }),
    // Given only below: it would take the address of this document for it, and say so in the console.
    metadata: { ...metadata, url: '', icons: [...metadata.icons] },
    storage,
    logger: silentLogger(),
    customStoragePrefix: appId,
    telemetryEnabled: false,
  })
  Object.assign(client.metadata, { url: metadata.url })
  // It leaves itself, with its keys, where any script of this document finds it, and the next one would be it again.
  for (const name of ['', '_count']) Reflect.deleteProperty(globalThis, `_walletConnectCore_${appId}${name}`)
  const { relayer, heartbeat, verify, crypto } = client.core
  verify.register = async () => ''
  // It would be asked what is known of whoever asks us: a phone that does, or a relay that hands us what we said ourselves.
  verify.resolve = async () => ({ origin: '' })
  const request = relayer.request.bind(relayer)
  relayer.request = given => request({ ...given, params: onlyDelivered(given.params) })

  // The library prints a line when a relay echoes the frame's own proposal. The frame is no wallet, so it answers none.
  client.on('session_proposal', () => {})
  const decode = crypto.decode.bind(crypto)
  crypto.decode = async (topic, encoded, options) => {
    if (encoded.length > MESSAGE_LENGTH) throw new Error('The message is too long')
    return decode(topic, encoded, options)
  }

  let holders = 0
  const rest = async () => {
    heartbeat.stop()
    await relayer.transportClose().catch(() => {})
  }
  relayer.on('relayer_connect', () => {
    dropLongDigits(relayer.provider.connection)
    // An attempt to connect that was under way outlives `transportClose`.
    if (holders === 0) void rest()
  })
  return {
    client,
    hold() {
      // It beats from its start on, and a second beat would never be stopped.
      heartbeat.stop()
      void heartbeat.init()
      holders++
      let isHeld = true
      return () => {
        if (isHeld && --holders === 0) void rest()
        isHeld = false
      }
    },
    isHeld: () => holders > 0,
    async close() {
      holders = 0
      await rest()
    },
  }
}

const onlyDelivered = (params: unknown) =>
  Object.fromEntries(Object.entries(Object(params)).filter(([name]) => DELIVERED.includes(name)))

/** @param connection the relay's socket, which is another one after each reconnect */
function dropLongDigits(connection: object) {
  const { onPayload } = connection as { onPayload(event: { data: unknown }): void }
  Object.assign(connection, {
    onPayload(event: { data: unknown }) {
      if (!hasLongDigits(String(event.data))) onPayload.call(connection, event)
    },
  })
}
