import { connect, type Socket } from 'node:net'
import { createFrameReader, encodeFrame } from './framing.ts'
import { type CodeToSend, type SendingFailure, sendCodeAnswer } from './mailer-protocol.ts'

/** A mail server may take its time; the frame waits for no longer than 20 seconds. */
export const SEND_TIMEOUT_MS = 18_000

export interface Mailer {
  /** Hands a code to the mailer and waits until it went out. @returns why not, `null` when it did; never rejects */
  sendCode(code: CodeToSend): Promise<SendingFailure | null>
}

/** Of a signer that nobody logs in with, as that of an operator's command. */
export const NO_MAILER: Mailer = { sendCode: async () => 'unavailable' }

/**
 * The mailer as the signer sees it. It connects at the first call, and again after the mailer was restarted; a call that
 * was under way then is `unavailable`, and is not sent again.
 */
export function connectMailer(socketPath: string): Mailer {
  const waiting = new Map<number, (failure: SendingFailure | null) => void>()
  let connection: Socket | null = null
  let lastId = 0

  const open = (): Socket => {
    const socket = connect(socketPath)
    const read = createFrameReader()
    socket.on('data', chunk => {
      try {
        for (const message of read(chunk)) {
          const { id, failure } = sendCodeAnswer.parse(message)
          waiting.get(id)?.(failure)
        }
      } catch {
        socket.destroy()
      }
    })
    // 'close' follows every error.
    socket.on('error', () => {})
    socket.on('close', () => {
      if (connection !== socket) return
      connection = null
      for (const settle of [...waiting.values()]) settle('unavailable')
    })
    return socket
  }

  return {
    sendCode: code =>
      new Promise(resolve => {
        const id = ++lastId
        const settle = (failure: SendingFailure | null) => {
          clearTimeout(timer)
          waiting.delete(id)
          resolve(failure)
        }
        const timer = setTimeout(() => settle('unavailable'), SEND_TIMEOUT_MS)
        waiting.set(id, settle)
        connection ??= open()
        connection.write(encodeFrame({ id, sendCode: code }))
      }),
  }
}
