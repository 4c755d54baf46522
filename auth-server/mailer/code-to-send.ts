import * as z from 'zod'
import { LANGUAGES } from '../words/language.ts'

/**
 * What the signer asks of the mailer (`operations.ts`). The mailer makes the text: whoever asks for a code to be sent chooses no more of the message
 * than the app's name, of which the mailer takes a line of bounded length.
 */

/** How a code travels, and what is told around it. */
export const carriage = z.strictObject({
  by: z.enum(['mail', 'text', 'whatsapp']),
  appName: z.string().max(512),
  language: z.enum(LANGUAGES),
})
export type Carriage = z.infer<typeof carriage>

/** Why a message did not go out; `unsubscribed` and `unreachable` are the recipient's number's own doing. */
export const SENDING_FAILURES = ['unavailable', 'unsubscribed', 'unreachable'] as const
export type SendingFailure = (typeof SENDING_FAILURES)[number]

/** A code to send. `to` is normalised: lower case, or E.164. */
export const codeToSend = carriage.extend({
  to: z.string().min(1).max(512),
  code: z.string().regex(/^\d{6}$/),
})
export type CodeToSend = z.infer<typeof codeToSend>
