import { connect, type Socket } from 'node:net'
import * as z from 'zod'
import { createFrameReader, encodeFrame } from './framing.ts'
import { SEND_TIMEOUT_MS } from './mailer-client.ts'
import {
  SIGNER_OPERATIONS,
  SIGNER_REFUSAL_CODES,
  type SignerClient,
  type SignerOperation,
  type SignerRequest,
  type SignerResponse,
} from './operations.ts'
import { SignerRefusal } from './refusal.ts'

/** The signer answers in milliseconds; who waits this long waits for a process that hangs. */
const REQUEST_TIMEOUT_MS = 10_000
/** A code waits for a mail server or a gateway, see `mailer-client.ts`. */
const SENDING_TIMEOUT_MS = SEND_TIMEOUT_MS + 2_000

const answer = z.union([
  z.strictObject({ id: z.number(), response: z.unknown() }),
  z.strictObject({
    id: z.number(),
    refusal: z.strictObject({ code: z.enum(SIGNER_REFUSAL_CODES), message: z.string() }),
  }),
])

interface Waiting {
  settle(response: unknown): void
  refuse(refusal: SignerRefusal): void
}

/**
 * The signer as the API process sees it. It connects at the first call and again after the signer was restarted.
 *
 * A call rejects with `SignerRefusal`; `unavailable` when the signer is not running, went away while the call waited, or
 * did not answer within 10 seconds. A call that was sent is never sent again: the caller decides whether it may be.
 *
 * @param socketPath the Unix socket that `startSigner` was given.
 */
export function connectSigner(socketPath: string): SignerClient {
  const waiting = new Map<number, Waiting>()
  let connection: Socket | null = null
  let lastId = 0
  let closed = false

  const open = (): Socket => {
    const socket = connect(socketPath)
    const read = createFrameReader()
    socket.on('data', chunk => {
      try {
        for (const message of read(chunk)) receive(message)
      } catch {
        socket.destroy()
      }
    })
    // 'close' follows every error.
    socket.on('error', () => {})
    socket.on('close', () => {
      if (connection !== socket) return
      connection = null
      const gone = new SignerRefusal(
        'unavailable',
        'The signer is not running or stopped before it answered.',
      )
      for (const [id, call] of waiting) {
        waiting.delete(id)
        call.refuse(gone)
      }
    })
    return socket
  }

  const receive = (message: unknown) => {
    const parsed = answer.parse(message)
    const call = waiting.get(parsed.id)
    // An answer after its timeout.
    if (!call) return
    waiting.delete(parsed.id)
    if ('refusal' in parsed) call.refuse(new SignerRefusal(parsed.refusal.code, parsed.refusal.message))
    else call.settle(parsed.response)
  }

  const send = (operation: SignerOperation, request: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (closed) throw new SignerRefusal('unavailable', 'The connection to the signer was closed.')
      const id = ++lastId
      const frame = encodeFrame({ id, operation, request })
      const timer = setTimeout(
        () => {
          waiting.delete(id)
          reject(new SignerRefusal('unavailable', 'The signer did not answer in time.'))
        },
        operation === 'issueCode' ? SENDING_TIMEOUT_MS : REQUEST_TIMEOUT_MS,
      )
      waiting.set(id, {
        settle(response) {
          clearTimeout(timer)
          resolve(response)
        },
        refuse(refusal) {
          clearTimeout(timer)
          reject(refusal)
        },
      })
      connection ??= open()
      connection.write(frame)
    })

  const operation =
    <O extends SignerOperation>(name: O, response: z.ZodType<SignerResponse<O>>) =>
    async (request: SignerRequest<O>): Promise<SignerResponse<O>> =>
      response.parse(await send(name, request))

  return {
    readClock: operation('readClock', SIGNER_OPERATIONS.readClock.response),
    readPublicKeys: operation('readPublicKeys', SIGNER_OPERATIONS.readPublicKeys.response),
    issueCode: operation('issueCode', SIGNER_OPERATIONS.issueCode.response),
    issueChallenge: operation('issueChallenge', SIGNER_OPERATIONS.issueChallenge.response),
    verifyLogin: operation('verifyLogin', SIGNER_OPERATIONS.verifyLogin.response),
    openTokenKey: operation('openTokenKey', SIGNER_OPERATIONS.openTokenKey.response),
    sealProviderSecret: operation('sealProviderSecret', SIGNER_OPERATIONS.sealProviderSecret.response),
    openProviderSecret: operation('openProviderSecret', SIGNER_OPERATIONS.openProviderSecret.response),
    makeEntropySalt: operation('makeEntropySalt', SIGNER_OPERATIONS.makeEntropySalt.response),
    createWallet: operation('createWallet', SIGNER_OPERATIONS.createWallet.response),
    walletRpc: operation('walletRpc', SIGNER_OPERATIONS.walletRpc.response),
    releaseShareKeys: operation('releaseShareKeys', SIGNER_OPERATIONS.releaseShareKeys.response),
    async close() {
      closed = true
      const socket = connection
      if (!socket) return
      await new Promise<void>(resolve => {
        socket.once('close', () => resolve())
        socket.destroy()
      })
    },
  }
}
