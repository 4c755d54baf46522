import { sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import type { Database } from '../database/connect.ts'
import { executePrepared } from '../database/prepared.ts'
import { apiError } from '../errors/api-error.ts'
import { logError } from '../log.ts'
import type { Settings } from '../settings.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The code inside, for the development inbox. */
  readonly code?: string
}

export interface MailTransport {
  /** Resolves when the mail was handed over. @throws `service_unavailable` (503) */
  send(mail: Mail): Promise<void>
  close(): void
}

/** SMTP when the operator gave `SMTP_URL`, else the development inbox. */
export function createMailTransport(settings: Settings, db: Database): MailTransport {
  return settings.smtpUrl === null ? inboxTransport(db) : smtpTransport(settings.smtpUrl, settings.mailFrom)
}

function smtpTransport(url: string, from: string): MailTransport {
  const transporter = createTransport(
    {
      url,
      pool: true,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      // A template is text that we made: nothing in it may make the server read a file or fetch a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    async send({ to, subject, text, html }) {
      try {
        await transporter.sendMail({ to: { name: '', address: to }, subject, text, html })
      } catch (error) {
        logError('sending mail', error)
        throw apiError('service_unavailable', 'The mail could not be sent. Try again in a few minutes.')
      }
    },
    close: () => transporter.close(),
  }
}

function inboxTransport(db: Database): MailTransport {
  return {
    async send({ to, subject, text, code }) {
      const statement = sql`
        insert into dev_inbox (channel, recipient, subject, body, code)
        values ('email', ${to}, ${subject}, ${text}, ${code ?? null})`
      await executePrepared(db, 'store-in-inbox', statement)
    },
    close: () => undefined,
  }
}
