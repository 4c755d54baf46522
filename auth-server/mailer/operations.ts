import * as z from 'zod'
import { codeToSend } from './code-to-send.ts'

/**
 * The whole interface of the mailer process, which alone has the credentials of mail server and text-message gateway.
 *
 * It adds no recipient, and tells nobody what it sent. The API process hands it whole messages: who reaches that socket can
 * send mail in the server's name and read nothing. The signer hands it codes, by a socket of its own.
 *
 * On the wire it is what the signer's is (`processes/framing.ts`): `{id, operation, request}` is answered by
 * `{id, response}` or `{id, refusal: {code, message}}`, in whatever order the calls finish.
 */

/** One recipient, and nothing that could end its header line or name a second one. */
const address = z.string().regex(/^[^\s@,;<>"]{1,64}@[^\s@,;<>"]{1,255}$/)
/** A line break would begin another header. */
const line = z.string().regex(/^[^\r\n\0]{1,1000}$/)

const nothing = z.strictObject({})

export const MAILER_OPERATIONS = {
  /** Resolves when the mail server took the mail. The sender is the operator's (`VITRINE_MAIL_FROM`). */
  sendMail: {
    request: z.strictObject({
      to: address,
      subject: line,
      text: z.string().min(1).max(65_536),
      html: z.optional(z.string().max(262_144)),
    }),
    response: nothing,
  },
  /** Resolves when the gateway took the message. The sender is the operator's (`from=` of `SMS_GATEWAY_URL`). */
  sendSms: {
    request: z.strictObject({
      /** E.164. */
      to: z.string().regex(/^\+[1-9]\d{6,14}$/),
      text: z.string().min(1).max(1600),
      channel: z.enum(['sms', 'whatsapp']),
    }),
    response: nothing,
  },
  /** Makes the message around a code, and sends it. For the signer alone: nobody else can have a code. */
  sendCode: { request: codeToSend, response: nothing },
} as const

/** What each of the mailer's two sockets takes: one is the API process's, the other the signer's. */
export const NOTICES = ['sendMail', 'sendSms'] as const satisfies readonly MailerOperation[]
export const CODES = ['sendCode'] as const satisfies readonly MailerOperation[]

export type MailerOperation = keyof typeof MAILER_OPERATIONS
export type MailerRequest<O extends MailerOperation> = z.infer<(typeof MAILER_OPERATIONS)[O]['request']>

/**
 * What a process that makes messages holds: one asynchronous function per operation. Rejects with `MailerRefusal`. A call
 * that was sent is never sent again by itself: the person would have two messages.
 */
export type MailerClient = {
  readonly [O in (typeof NOTICES)[number]]: (request: MailerRequest<O>) => Promise<void>
} & { close(): Promise<void> }

/**
 * Why a message was not sent:
 * - `invalid_request`: it does not fit the interface.
 * - `not_configured`: the operator named no mail server, or no gateway.
 * - `unsubscribed`, `unreachable`: the gateway says so of the number.
 * - `unavailable`: mail server, gateway or mailer did not take it; whether it was sent all the same nobody knows.
 */
export const MAILER_REFUSAL_CODES = [
  'invalid_request',
  'not_configured',
  'unsubscribed',
  'unreachable',
  'unavailable',
] as const
export type MailerRefusalCode = (typeof MAILER_REFUSAL_CODES)[number]
