import * as z from 'zod'
import { type CodeToSend, SENDING_FAILURES, type SendingFailure } from '../mailer/code-to-send.ts'
import { connectProcess } from '../processes/connection.ts'

/** A mail server may take its time; the frame waits for no longer than 20 seconds. */
export const SEND_TIMEOUT_MS = 18_000

export interface Mailer {
  /** Hands a code to the mailer and waits until it went out. @returns why not, `null` when it did; never rejects */
  sendCode(code: CodeToSend): Promise<SendingFailure | null>
}

/** Of a signer that nobody logs in with, as that of an operator's command. */
export const NO_MAILER: Mailer = { sendCode: async () => 'unavailable' }

const failure = z.enum(SENDING_FAILURES).catch('unavailable')

/** The mailer as the signer sees it. A code that was under way when the mailer ended is `unavailable`, and not sent again. */
export function connectMailer(socketPath: string): Mailer {
  const { call } = connectProcess({
    name: 'The mailer',
    socketPath,
    timeoutMs: () => SEND_TIMEOUT_MS,
    refusal: ({ code, message }) => new Error(message, { cause: failure.parse(code) }),
  })
  return {
    sendCode: code =>
      call('sendCode', code).then(
        () => null,
        ({ cause }: Error) => failure.parse(cause),
      ),
  }
}
