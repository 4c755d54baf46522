import { createServer, type Server, type Socket } from 'node:net'
import * as z from 'zod'
import type { Custody } from '../custody.ts'
import { createFrameReader, encodeFrame } from '../framing.ts'
import { SignerRefusal } from '../refusal.ts'
import { isOperation, perform } from './handlers.ts'

const MAX_CONNECTIONS = 64

const call = z.strictObject({ id: z.number().int(), operation: z.string(), request: z.unknown() })

/**
 * Listens on a Unix socket that only this user can open. Calls of one connection are answered as they finish; bytes that
 * are not calls end the connection that sent them and no other.
 */
export function serve(custody: Custody, socketPath: string): Promise<Server> {
  const server = createServer(socket => accept(custody, socket))
  server.maxConnections = MAX_CONNECTIONS
  return new Promise((resolve, reject) => {
    // The mode of the socket at the moment it appears: a `chmod` afterwards would leave it open for an instant.
    const umask = process.umask(0o177)
    server.once('error', reject)
    server.listen(socketPath, () => {
      process.umask(umask)
      resolve(server)
    })
  })
}

function accept(custody: Custody, socket: Socket): void {
  const read = createFrameReader()
  // The other side went away; nothing waits for it here.
  socket.on('error', () => {})
  socket.on('data', chunk => {
    try {
      for (const message of read(chunk)) {
        const { id, operation, request } = call.parse(message)
        void answer(custody, operation, request).then(result => {
          if (socket.writable) socket.write(encodeFrame({ id, ...result }))
        })
      }
    } catch {
      socket.destroy()
    }
  })
}

/** Never rejects, and tells nothing of an error that is not a refusal: its message could quote a secret. */
async function answer(custody: Custody, operation: string, request: unknown) {
  try {
    if (!isOperation(operation)) throw new SignerRefusal('invalid_request', 'There is no such operation.')
    return { response: await perform(custody, operation, request) }
  } catch (error) {
    if (error instanceof SignerRefusal) return { refusal: { code: error.code, message: error.message } }
    process.stderr.write(
      `signer: ${operation} failed (${error instanceof Error ? error.name : typeof error})\n`,
    )
    return { refusal: { code: 'internal_error', message: 'The signer failed at this request.' } }
  }
}
