import { sql } from 'drizzle-orm'
import { connectDatabase } from '../../database/connect.ts'
import { executePrepared } from '../../database/prepared.ts'

/** Where a development server keeps what it would send. */
export interface Inbox {
  keep(message: {
    readonly by: 'email' | 'sms'
    readonly to: string
    readonly subject: string | null
    readonly text: string
    readonly html: string | null
    readonly code: string | null
  }): Promise<void>
  close(): Promise<void>
}

/** @param url of the development server's database, as the API's role */
export function openInbox(url: string): Inbox {
  const { db, close } = connectDatabase(url, 4)
  return {
    async keep({ by, to, subject, text, html, code }) {
      const statement = sql`
        insert into dev_inbox (channel, recipient, subject, body, html, code)
        values (${by}, ${to}, ${subject}, ${text}, ${html}, ${code})`
      await executePrepared(db, 'keep-in-inbox', statement)
    },
    close,
  }
}
