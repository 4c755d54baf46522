import type { MailerRefusalCode } from './operations.ts'

/** The one error of the mailer, on both sides of the socket. `message` is for a log: no address, text or credential is in it. */
export class MailerRefusal extends Error {
  override readonly name = 'MailerRefusal'
  readonly code: MailerRefusalCode

  constructor(code: MailerRefusalCode, message: string) {
    super(message)
    this.code = code
  }
}
