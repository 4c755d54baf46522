import { createServer, type Server, type Socket } from 'node:net'
import * as z from 'zod'
import { createFrameReader, encodeFrame } from './framing.ts'

const MAX_CONNECTIONS = 64

const call = z.strictObject({ id: z.number().int(), operation: z.string(), request: z.unknown() })

/** Answers one call: `{response}` or `{refusal: {code, message}}`. Never rejects. */
export type Answerer = (operation: string, request: unknown) => Promise<object>

/**
 * Listens on a Unix socket that its owner can open and, if `isShared`, the group of the folder that it is in, which is the
 * calling process's (`socket-folder.ts`). Calls of one connection are answered as they finish; bytes that are not calls end
 * the connection that sent them and no other.
 */
export function serveFrames(answer: Answerer, socketPath: string, isShared: boolean): Promise<Server> {
  const server = createServer(socket => accept(answer, socket))
  server.maxConnections = MAX_CONNECTIONS
  return new Promise((resolve, reject) => {
    // The mode of the socket at the moment it appears: a `chmod` afterwards would leave it open for an instant.
    const umask = process.umask(isShared ? 0o117 : 0o177)
    server.once('error', reject)
    server.listen(socketPath, () => {
      process.umask(umask)
      resolve(server)
    })
  })
}

function accept(answer: Answerer, socket: Socket): void {
  const read = createFrameReader()
  // The other side went away; nothing waits for it here.
  socket.on('error', () => {})
  socket.on('data', chunk => {
    try {
      for (const message of read(chunk)) {
        const { id, operation, request } = call.parse(message)
        void answer(operation, request).then(result => {
          if (socket.writable) socket.write(encodeFrame({ id, ...result }))
        })
      }
    } catch {
      socket.destroy()
    }
  })
}
