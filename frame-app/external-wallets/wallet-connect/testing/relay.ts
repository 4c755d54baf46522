import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/** What somebody left on a topic; nobody but its readers can read it. */
export interface RelayMessage {
  readonly topic: string
  readonly message: string
  /** What kind of message it is (specs.walletconnect.com, "RPC methods"), e.g. 1108 for a request to a wallet. */
  readonly tag: number
  /** Who left it. */
  readonly sender: string
  /** Who has it. */
  readonly receivers: Set<string>
  readonly publishedAt: number
}

/** A call of a client's, as the relay sees it. */
export interface RelayedCall {
  /** Who calls: its key for the relay. */
  readonly sender: string
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** WalletConnect's relay on loopback: it carries what it cannot read. */
export interface TestRelay {
  /** `ws://127.0.0.1:…` */
  readonly url: string
  readonly calls: readonly RelayedCall[]
  readonly messages: readonly RelayMessage[]
  /** Sockets that are open. */
  sockets(): number
  /** From now on a message that this is true of is taken and never delivered. */
  lose(isLost: (message: RelayMessage) => boolean): void
  /** Delivers everything once more to whoever reads its topic, the newest first. */
  replay(): void
  /** Ends every socket, and every further one at once, until it is called with `false`. */
  refuse(refuses: boolean): void
  /** Ends every socket once: clients come back by themselves. Resolves when all have ended. */
  interrupt(): Promise<void>
  close(): Promise<void>
}

interface Client {
  readonly socket: WebSocket
  readonly id: string
  readonly topics: Set<string>
  /** Pushes whose arrival it has not said yet. */
  readonly unheard: Map<number, RelayMessage>
}

type Params = Readonly<Record<string, unknown>>

export async function startRelay(): Promise<TestRelay> {
  const clients = new Set<Client>()
  const connections = new Set<Socket>()
  const calls: RelayedCall[] = []
  const messages: RelayMessage[] = []
  let isLost: (message: RelayMessage) => boolean = () => false
  let refuses = false
  let pushes = 0

  const push = (client: Client, message: RelayMessage) => {
    const id = Date.now() * 1_000 + (++pushes % 1_000)
    client.unheard.set(id, message)
    const { topic, message: text, tag, publishedAt } = message
    const data = { topic, message: text, tag, publishedAt }
    const params = { id: subscriptionOf(client, topic), data }
    client.socket.send(JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscription', params }))
  }
  const subscribe = (client: Client, topic: string) => {
    client.topics.add(topic)
    for (const message of messages)
      if (message.topic === topic && message.sender !== client.id && !message.receivers.has(client.id))
        push(client, message)
    return subscriptionOf(client, topic)
  }
  const publish = (client: Client, topic: string, text: string, tag: number) => {
    const message: RelayMessage = {
      ...{ topic, message: text, tag, sender: client.id },
      receivers: new Set(),
      publishedAt: Date.now(),
    }
    if (isLost(message)) return
    messages.push(message)
    for (const reader of clients)
      if (reader.id !== client.id && reader.topics.has(topic)) push(reader, message)
  }
  const METHODS: Readonly<Record<string, (client: Client, params: Params) => unknown>> = {
    irn_publish(client, { topic, message, tag }) {
      publish(client, String(topic), String(message), Number(tag))
      return true
    },
    irn_subscribe: (client, { topic }) => subscribe(client, String(topic)),
    irn_batchSubscribe: (client, { topics }) => textsOf(topics).map(topic => subscribe(client, topic)),
    irn_unsubscribe: (client, { topic }) => client.topics.delete(String(topic)),
    irn_fetchMessages: (client, { topic }) => unread(client, [String(topic)]),
    irn_batchFetchMessages: (client, { topics }) => unread(client, textsOf(topics)),
    wc_proposeSession(client, { pairingTopic, sessionProposal }) {
      client.topics.add(String(pairingTopic))
      publish(client, String(pairingTopic), String(sessionProposal), 1100)
      return true
    },
    wc_approveSession(client, params) {
      const { pairingTopic, sessionTopic, sessionProposalResponse, sessionSettlementRequest } = params
      client.topics.add(String(sessionTopic))
      publish(client, String(pairingTopic), String(sessionProposalResponse), 1101)
      publish(client, String(sessionTopic), String(sessionSettlementRequest), 1102)
      return true
    },
  }
  const unread = (client: Client, topics: readonly string[]) => ({
    messages: messages.filter(
      ({ topic, receivers, sender }) =>
        topics.includes(topic) && sender !== client.id && !receivers.has(client.id),
    ),
    hasMore: false,
  })

  const server = createServer()
  server.on('connection', socket => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket, request) => {
    if (refuses) return socket.terminate()
    const client: Client = { socket, id: identityOf(request), topics: new Set(), unheard: new Map() }
    clients.add(client)
    socket.on('close', () => clients.delete(client))
    socket.on('message', data => {
      const { id, method, params = {} } = JSON.parse(String(data))
      if (typeof method !== 'string') {
        client.unheard.get(Number(id))?.receivers.add(client.id)
        client.unheard.delete(Number(id))
        return
      }
      calls.push({ sender: client.id, method, params })
      const work = METHODS[method]
      const answer = work ? { result: work(client, params) } : { error: { code: -32601, message: method } }
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', ...answer }))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const interrupt = async () => {
    await Promise.all(
      [...clients].map(({ socket }) => {
        socket.terminate()
        return new Promise(resolve => socket.on('close', resolve))
      }),
    )
  }
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    messages,
    sockets: () => clients.size,
    lose(lost) {
      isLost = lost
    },
    replay() {
      for (const message of messages.toReversed())
        for (const client of clients) if (client.topics.has(message.topic)) push(client, message)
    },
    refuse(value) {
      refuses = value
      if (value) void interrupt()
    },
    interrupt,
    async close() {
      await interrupt()
      sockets.close()
      for (const socket of connections) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const textsOf = (given: unknown) => (Array.isArray(given) ? given.map(String) : [])

const subscriptionOf = ({ id }: Client, topic: string) =>
  createHash('sha256').update(`${topic}${id}`).digest('hex')

/** The client's own key, by which the relay knows it again: `iss` of the JWT in its address. */
function identityOf({ url = '' }: IncomingMessage): string {
  const token = new URL(url, 'ws://relay').searchParams.get('auth') ?? ''
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  return String(JSON.parse(claims).iss)
}
