import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { startAuthServer } from '../fixtures/auth-server.ts'
import { Mailbox } from '../fixtures/mailbox.ts'
import { type InstalledApp, installApp } from './installed-app.ts'
import { type Watch, watch } from './watch.ts'

/** A wallet server as an operator runs it, with mail. */
export interface WalletServer {
  readonly origin: string
  readonly mailbox: Mailbox
  /** Registers a site, as its operator does. */
  register(origin: string): Promise<{ readonly id: string; readonly secret: string }>
  /** Has an app offer Google, where the operator has a client. */
  offerGoogle(appId: string): Promise<void>
}

interface TestFixtures {
  /** An address that nobody used before. */
  address: string
  /** What the page's browser complained of, and whom it asked; empty at the end of each test. */
  watched: Watch
  /** Logs in by the dialog that is open. */
  enterCode(page: Page): Promise<void>
}
interface WorkerFixtures {
  wallet: WalletServer
  /** An app by its folder, installed when the worker's first test asks for it. */
  install(source: string): Promise<InstalledApp>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  wallet: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-packages-'))
      const mailbox = await Mailbox.start()
      const server = await startAuthServer({ dataDir, env: { SMTP_URL: mailbox.smtpUrl } })
      await use({
        origin: server.origin,
        mailbox,
        async register(origin) {
          const printed = await server.command(
            ...['app', 'create', '--name', 'Halden', '--origin', origin, '--wallets', 'ethereum'],
          )
          const id = /\bapp_[A-Za-z0-9_-]+/.exec(printed)?.[0]
          const secret = /secret\W+([A-Za-z0-9_-]{20,})/i.exec(printed)?.[1]
          if (!id || !secret) throw new Error(`app create printed neither id nor secret: ${printed}`)
          return { id, secret }
        },
        async offerGoogle(appId) {
          const file = join(dataDir, `${appId}.json`)
          await writeFile(file, JSON.stringify({ client_id: 'halden', client_secret: crypto.randomUUID() }))
          await server.command('oauth', 'set', appId, '--provider', 'google', '--file', file)
          await writeFile(file, JSON.stringify({ google_oauth: true }))
          await server.command('app', 'edit', appId, '--file', file)
        },
      })
      await Promise.all([server.stop(), mailbox.stop()])
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  install: [
    async ({ wallet }, use) => {
      const apps = new Map<string, Promise<InstalledApp>>()
      await use(source => {
        const app = apps.get(source) ?? installApp(source, wallet)
        apps.set(source, app)
        return app
      })
      for (const app of await Promise.allSettled(apps.values()))
        if (app.status === 'fulfilled') await app.value.remove()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  address: async ({}, use) => {
    await use(`ada-${crypto.randomUUID()}@mail.example`)
  },
  watched: [
    async ({ page }, use) => {
      const watched = watch(page)
      await use(watched)
      expect(watched.complaints).toEqual([])
      expect(watched.strangers).toEqual([])
    },
    { auto: true },
  ],
  enterCode: async ({ wallet, address }, use) => {
    await use(page => logIn(page, wallet.origin, address, () => wallet.mailbox.waitForCode(address)))
  },
})

/** Logs in by the dialog that is open. @param readCode reads the code of the mail that was sent */
export async function logIn(
  page: Page,
  walletOrigin: string,
  address: string,
  readCode: () => Promise<string>,
): Promise<void> {
  const frame = page.frameLocator(`iframe[src^="${walletOrigin}"]`)
  await frame.getByRole('textbox', { name: 'Email' }).fill(address)
  await frame.getByRole('button', { name: 'Continue', exact: true }).click()
  const code = frame.getByRole('textbox', { name: 'Verification code' })
  await code.fill(await readCode())
  // The next click is on the page, which lies below the dialog until then.
  await expect(page.locator('dialog.vitrine')).not.toHaveAttribute('open')
}

export { expect }
