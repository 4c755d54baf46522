import type { Client } from 'pg'
import { connectEmbedded } from '../e2e/fixtures/embedded-database.ts'

/** Far more than can be sent between a mail and the look for it. */
const NEWEST = 500

/**
 * Reads the codes of the development inbox with one query by primary key for everyone who waits, so that reading the
 * mail weighs little beside the logins that are measured.
 */
export class InboxTail {
  readonly #client: Client
  #next: Promise<Map<string, string>> | null = null
  #last: Promise<unknown> = Promise.resolve()

  private constructor(client: Client) {
    this.#client = client
  }

  /** @param dataDir the server's `VITRINE_DATA_DIR` */
  static async open(dataDir: string): Promise<InboxTail> {
    return new InboxTail(await connectEmbedded(dataDir))
  }

  /** The code in a mail that has been sent already. @throws Error when there is none */
  async codeFor(recipient: string): Promise<string> {
    // A query that runs already may have begun before this mail: wait for the one after it.
    this.#next ??= this.#last.then(() => {
      this.#next = null
      const codes = this.#read()
      this.#last = codes
      return codes
    })
    const code = (await this.#next).get(recipient)
    if (!code) throw new Error(`The inbox has no mail to ${recipient}`)
    return code
  }

  close(): Promise<void> {
    return this.#client.end()
  }

  /** Newest last, and not from an id on: rows may be committed in another order than their ids. */
  async #read(): Promise<Map<string, string>> {
    const { rows } = await this.#client.query<{ recipient: string; code: string }>({
      name: 'inbox',
      text: 'select recipient, code from dev_inbox order by id desc limit $1',
      values: [NEWEST],
    })
    return new Map(rows.reverse().map(({ recipient, code }) => [recipient, code]))
  }
}
