import { once } from 'node:events'
import { connect } from 'node:net'

/** The signer as whoever is at its socket sees it: frames of a four-byte length and JSON. */
export interface SignerSocket {
  /** @throws Error when the signer refuses */
  call(operation: string, request: object): Promise<unknown>
  close(): void
}

interface Answer {
  readonly id: number
  readonly response?: unknown
  readonly refusal?: { readonly message: string }
}

const HEADER_BYTES = 4

export async function openSignerSocket(path: string): Promise<SignerSocket> {
  const socket = connect(path)
  await once(socket, 'connect')
  const waiting = new Map<number, (answer: Answer) => void>()
  let lastId = 0
  let rest = Buffer.alloc(0)
  socket.on('data', chunk => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= HEADER_BYTES) {
      const end = HEADER_BYTES + rest.readUInt32BE()
      if (rest.length < end) return
      const answer: Answer = JSON.parse(rest.toString('utf8', HEADER_BYTES, end))
      rest = rest.subarray(end)
      waiting.get(answer.id)?.(answer)
      waiting.delete(answer.id)
    }
  })
  return {
    async call(operation, request) {
      const id = ++lastId
      const body = Buffer.from(JSON.stringify({ id, operation, request }))
      const length = Buffer.alloc(HEADER_BYTES)
      length.writeUInt32BE(body.length)
      socket.write(Buffer.concat([length, body]))
      const { response, refusal } = await new Promise<Answer>(resolve => waiting.set(id, resolve))
      if (refusal) throw new Error(`${operation}: ${refusal.message}`)
      return response
    },
    close: () => socket.destroy(),
  }
}
