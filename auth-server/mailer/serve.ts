import { createServer, type Server, type Socket } from 'node:net'
import { createFrameReader, encodeFrame } from '../signer/framing.ts'
import { giveToSigner } from '../signer/hardening.ts'
import { sendCodeCall } from '../signer/mailer-protocol.ts'
import { deliverCode, type Transports } from './deliver.ts'

const MAX_CONNECTIONS = 8

/**
 * Listens on a Unix socket that the signer alone can open. Calls of one connection are answered as they finish; bytes that
 * are not calls end the connection that sent them and no other.
 */
export function serveMailer(transports: Transports, socketPath: string): Promise<Server> {
  const server = createServer(socket => accept(transports, socket))
  server.maxConnections = MAX_CONNECTIONS
  return new Promise((resolve, reject) => {
    // The mode of the socket at the moment it appears: a `chmod` afterwards would leave it open for an instant.
    const umask = process.umask(0o177)
    server.once('error', reject)
    server.listen(socketPath, () => {
      process.umask(umask)
      giveToSigner(socketPath)
      resolve(server)
    })
  })
}

function accept(transports: Transports, socket: Socket): void {
  const read = createFrameReader()
  // The other side went away; nothing waits for it here.
  socket.on('error', () => {})
  socket.on('data', chunk => {
    try {
      for (const message of read(chunk)) {
        const { id, sendCode } = sendCodeCall.parse(message)
        void deliverCode(transports, sendCode).then(failure => {
          if (socket.writable) socket.write(encodeFrame({ id, failure }))
        })
      }
    } catch {
      socket.destroy()
    }
  })
}
