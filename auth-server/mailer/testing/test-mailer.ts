import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { connectMailer } from '../client.ts'
import type { MailerClient } from '../operations.ts'
import { type MailerOptions, startMailer } from '../start.ts'

/** A mailer process, and a client of it. */
export interface TestMailer {
  readonly client: MailerClient
  readonly socketPath: string
  stop(): Promise<void>
  /** Of the process alone; the client stays. */
  stopProcess(): Promise<void>
  startAgain(): Promise<void>
}

/** Starts a mailer as the supervisor does, as this user. */
export async function startTestMailer(options: Partial<MailerOptions>): Promise<TestMailer> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  const socketPath = join(folder, 'mailer', 'mailer.sock')
  const all: MailerOptions = {
    code: readFileSync(inject('mailerCode')),
    socketPath,
    codes: null,
    inboxUrl: null,
    codeFolder: folder,
    smtpUrl: null,
    smsGatewayUrl: null,
    mailFrom: 'no-reply@wallet.example',
    user: null,
    clients: null,
    env: {},
    ...options,
  }
  let running = await startMailer(all)
  const client = connectMailer(socketPath)
  return {
    client,
    socketPath,
    async stop() {
      await client.close()
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    stopProcess: () => running.stop(),
    async startAgain() {
      running = await startMailer(all)
    },
  }
}
