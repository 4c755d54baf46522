import { createHash } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** RFC 6455 §1.3. */
const HANDSHAKE_KEY = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const TEXT = 1
const CLOSE = 8

interface Subscriber {
  readonly signature: string
  readonly id: number
  readonly socket: Duplex
}

/**
 * `signatureSubscribe` of a node over a socket (RFC 6455, short text frames alone).
 * @param isKnown whether the runtime has a transaction of this signature
 * @returns tells the subscribers of what is known by now
 */
export function serveSubscriptions(
  server: Server,
  asked: string[],
  isKnown: (signature: string) => boolean,
): () => void {
  let subscribers: Subscriber[] = []
  let lastId = 0

  const tell = () => {
    const known = subscribers.filter(({ signature }) => isKnown(signature))
    subscribers = subscribers.filter(it => !known.includes(it))
    for (const { id, socket } of known) {
      const result = { context: { slot: 1 }, value: { err: null } }
      send(socket, { jsonrpc: '2.0', method: 'signatureNotification', params: { result, subscription: id } })
    }
  }

  server.on('upgrade', ({ headers }: IncomingMessage, socket: Duplex) => {
    const accept = createHash('sha1')
      .update(`${headers['sec-websocket-key']}${HANDSHAKE_KEY}`)
      .digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    let rest: Buffer = Buffer.alloc(0)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      subscribers = subscribers.filter(it => it.socket !== socket)
    })
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk])
      for (let frame = readFrame(rest); frame; frame = readFrame(rest)) {
        rest = rest.subarray(frame.size)
        if (frame.opcode === CLOSE) return void socket.end()
        if (frame.opcode !== TEXT) continue
        const { id, method, params } = JSON.parse(frame.text)
        asked.push(method)
        lastId += 1
        subscribers.push({ signature: params[0], id: lastId, socket })
        send(socket, { jsonrpc: '2.0', id, result: lastId })
      }
      tell()
    })
  })
  return tell
}

/** A frame of a client, which is masked (RFC 6455 §5.3); `null` while it is not whole. */
function readFrame(bytes: Buffer): { opcode: number; text: string; size: number } | null {
  if (bytes.length < 6) return null
  const short = bytes.readUInt8(1) & 0x7f
  const isLong = short === 126
  if (isLong && bytes.length < 8) return null
  const length = isLong ? bytes.readUInt16BE(2) : short
  const start = isLong ? 8 : 6
  if (bytes.length < start + length) return null
  const mask = bytes.subarray(start - 4, start)
  const text = bytes.subarray(start, start + length).map((byte, at) => byte ^ (mask[at % 4] ?? 0))
  return { opcode: bytes.readUInt8(0) & 0x0f, text: Buffer.from(text).toString(), size: start + length }
}

function send(socket: Duplex, message: object) {
  const text = Buffer.from(JSON.stringify(message))
  const head = Buffer.from([0x80 | TEXT, 126, text.length >> 8, text.length & 0xff])
  socket.write(Buffer.concat([text.length < 126 ? Buffer.from([0x80 | TEXT, text.length]) : head, text]))
}
