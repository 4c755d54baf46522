import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Hex, recoverMessageAddress } from 'viem'
import { findFreePort } from '../../scripts/servers.mjs'
import { approveIn } from '../fixtures/approve-in.ts'
import { root, startProgram } from '../fixtures/server-process.ts'
import { startPackageRegistry } from './package-registry.ts'
import { followGuide, type MadeSite, type RunningClone } from './quick-start.ts'
import { test as base, expect, logIn } from './test.ts'

const FOLDER = 'docs/quick-start/'
const GUIDES = ['express', 'html', 'next', 'react', 'sveltekit', 'wagmi'] as const

/** @param port that the guide names. Where another program has it, the next free one, which Vite and Next take too */
type Follow = (guide: (typeof GUIDES)[number], port: number) => Promise<MadeSite>

/** The guides name fixed ports, so they are followed one after another. */
const test = base.extend<
  { follow: Follow },
  { clone: RunningClone; siteEnv: Readonly<Record<string, string>> }
>({
  clone: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-clone-'))
      const [wallet, shop, chain] = await Promise.all([4401, 4400, 4402].map(findFreePort))
      const env = {
        VITRINE_DATA_DIR: dataDir,
        VITRINE_PORT: String(wallet),
        VITRINE_SHOP_PORT: String(shop),
        VITRINE_CHAIN_PORT: String(chain),
      }
      const walletOrigin = `http://localhost:${wallet}`
      const server = await startProgram({
        ...{ command: 'npm', args: ['start'], env },
        // The shop answers while the wallet still prepares its database.
        probe: `${walletOrigin}/health/ready`,
      })
      await use({ walletOrigin, chainUrl: `http://127.0.0.1:${chain}`, env })
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  siteEnv: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const registry = await startPackageRegistry()
      // A reader answers npm's question whether to run a package that is not installed.
      const npm = { npm_config_yes: 'true', npm_config_prefer_offline: 'true' }
      await use({ ...registry.env, ...npm, NEXT_TELEMETRY_DISABLED: '1' })
      await registry.stop()
    },
    { scope: 'worker' },
  ],
  follow: async ({ clone, siteEnv, page }, use) => {
    const sites: MadeSite[] = []
    await use(async (guide, documented) => {
      const file = `${FOLDER}${guide}.md`
      let port = documented
      while ((await findFreePort(port)) !== port) port++
      const markdown = await readFile(root + file, 'utf8')
      const site = await followGuide({ file, markdown, clone, port, env: siteEnv })
      sites.push(site)
      return site
    })
    // A page of a development server asks for that server once it is gone, and complains.
    await page.close()
    for (const site of sites) await site.remove()
  },
  enterCode: async ({ clone, address }, use) => {
    await use(page => logIn(page, clone.walletOrigin, address, () => readCode(clone.walletOrigin, address)))
  },
})

/** The code in the inbox that each guide names. */
async function readCode(walletOrigin: string, address: string): Promise<string> {
  for (;;) {
    const mails = (await (await fetch(`${walletOrigin}/dev/inbox.json`)).json()) as {
      to: string
      code: string | null
    }[]
    const code = mails.find(({ to }) => to === address)?.code
    if (code) return code
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

/** Presses a button of the page that asks for an approval, and approves in the wallet's window. */
async function pressAndApprove(page: Page, name: string): Promise<void> {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name, exact: true }).click()
  await approveIn(await opening)
}

const addressIn = async (page: Page): Promise<string> => {
  const line = page.getByText(/0x[\dA-Fa-f]{40}(?![\dA-Fa-f])/)
  await expect(line).toBeVisible()
  return /0x[\dA-Fa-f]{40}/.exec((await line.textContent()) ?? '')?.[0] ?? ''
}

const signatureIn = async (page: Page): Promise<Hex> => {
  const line = page.getByText(/^0x[\da-f]{130}$/)
  await expect(line).toBeVisible()
  return (await line.textContent()) as Hex
}

/** The message that the guides sign. */
const expectSigned = async (page: Page) => {
  const [signature, address] = [await signatureIn(page), await addressIn(page)]
  expect(await recoverMessageAddress({ message: 'Hello', signature })).toBe(address)
}

const login = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true })
const logout = (page: Page) => page.getByRole('button', { name: 'Log out', exact: true })

async function openAndLogIn(
  page: Page,
  site: MadeSite,
  enterCode: (page: Page) => Promise<void>,
): Promise<void> {
  await site.serve()
  await page.goto(site.origin)
  await login(page).click()
  await enterCode(page)
}

async function signAndLogOut(page: Page): Promise<void> {
  await pressAndApprove(page, 'Sign')
  await expectSigned(page)
  await logout(page).click()
  await expect(login(page)).toBeVisible()
}

test.describe.configure({ timeout: 300_000 })

test('every quick start has a test here', async () => {
  const files = await readdir(root + FOLDER)
  expect(files.toSorted()).toEqual(GUIDES.map(guide => `${guide}.md`))
})

test('a command that fails is named by its file and line, with its output', async ({ clone, siteEnv }) => {
  const followed = (...lines: string[]) =>
    followGuide({ file: 'guide.md', markdown: lines.join('\n'), clone, port: 5173, env: siteEnv })
  await expect(followed('# Guide', '', '```sh', 'echo well', 'cat nothing.txt', '```')).rejects.toThrow(
    /^guide\.md:3: [\s\S]*\nwell\n[\s\S]*nothing\.txt/,
  )
  await expect(followed('```sh', 'cd nowhere', '```')).rejects.toThrow(/^guide\.md:1: [\s\S]*nowhere/)
  await expect(followed('```ts', 'code()', '```')).rejects.toThrow('guide.md:1: the block names no file')
})

test('html: the page logs in, signs, and logs out', async ({ page, follow, enterCode, address }) => {
  const site = await follow('html', 8080)
  await openAndLogIn(page, site, enterCode)
  await expect(page.getByText(address)).toBeVisible()
  await signAndLogOut(page)
})

test('react: the app builds, logs in, signs, and stays logged in after a reload', async ({
  page,
  follow,
  enterCode,
}) => {
  const site = await follow('react', 5173)
  await site.run('npm run build')
  await openAndLogIn(page, site, enterCode)
  await pressAndApprove(page, 'Sign')
  await expectSigned(page)
  const known = await addressIn(page)
  await page.reload()
  expect(await addressIn(page)).toBe(known)
})

test('wagmi: the app builds, connects, signs, and sends through the endpoint that the guide names', async ({
  page,
  follow,
  clone,
  enterCode,
}) => {
  const site = await follow('wagmi', 5173)
  await site.run('npm run build')
  await site.serve()
  await page.goto(site.origin)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await enterCode(page)
  const wallet = await addressIn(page)
  await pressAndApprove(page, 'Sign')
  await expectSigned(page)

  await site.runRest({ '0x…': wallet })
  await pressAndApprove(page, 'Send')
  const hash = page.getByText(/^0x[\da-f]{64}$/)
  await expect(hash).toBeVisible()
  const sent = await fetch(clone.chainUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'eth_getTransactionByHash' },
      params: [await hash.textContent()],
    }),
  })
  const { result } = (await sent.json()) as { result: { from: string; value: string } }
  expect(result).toMatchObject({ from: wallet.toLowerCase(), value: '0x16345785d8a0000' })
})

test('sveltekit: the app builds, logs in, signs, and logs out', async ({ page, follow, enterCode }) => {
  const site = await follow('sveltekit', 5173)
  await site.run('npm run check && npm run build')
  await openAndLogIn(page, site, enterCode)
  await signAndLogOut(page)
})

test('express: the backend knows the user, mends a lost cookie, and forgets the user after a log-out', async ({
  page,
  follow,
  enterCode,
}) => {
  const site = await follow('express', 3000)
  await site.serve()
  const known = page.getByText(/^This server knows you: \w+/)
  const statusFor = async (cookie: string) =>
    (await fetch(`${site.origin}/me`, { headers: { cookie } })).status
  expect(await statusFor('')).toBe(401)
  await page.goto(site.origin)
  await login(page).click()
  await enterCode(page)
  await expect(known).toBeVisible()

  await page.context().clearCookies({ domain: 'localhost' })
  await page.reload()
  await expect(known).toBeVisible()
  const [cookie] = await page.context().cookies(site.origin)
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  const copy = `${cookie?.name}=${cookie?.value}`
  expect(await statusFor(copy)).toBe(200)

  await logout(page).click()
  await expect(login(page)).toBeVisible()
  await expect(known).toBeHidden()
  // A copy of the cookie is of no use to a thief.
  expect(await statusFor(copy)).toBe(401)
})

test('next: builds without secrets, protects a page, mends a lost cookie, and has one frame under StrictMode', async ({
  page,
  follow,
  clone,
  enterCode,
  address,
}) => {
  const site = await follow('next', 3000)
  const [secrets, aside] = [join(site.folder, '.env.local'), join(site.folder, 'aside')]
  await rename(secrets, aside)
  await site.run('npm run build')
  await rename(aside, secrets)

  await site.serve()
  const greeting = page.getByText(`This server knows you: ${address}.`)
  await page.goto(`${site.origin}/account`)
  await expect(page).toHaveURL(`${site.origin}/`)
  await login(page).click()
  await enterCode(page)
  await expect(greeting).toBeVisible()
  await expect(page.locator(`iframe[src^="${clone.walletOrigin}"]`)).toHaveCount(1)

  await page.context().clearCookies({ name: 'vitrine-site' })
  await page.reload()
  await expect(greeting).toBeVisible()
  const cookies = await page.context().cookies(site.origin)
  const { name, value } = cookies.find(cookie => cookie.name === 'vitrine-site') ?? {}
  await page.getByRole('link', { name: 'Your account' }).click()
  await expect(page.getByRole('heading', { name: `Account of ${address}` })).toBeVisible()

  // The wallet asks for the user once it is there: answered after the log-out, the question would be a complaint in the console.
  await Promise.all([page.waitForResponse(/\/users\/me$/), page.goto(site.origin)])
  await logout(page).click()
  await expect(page.getByText('Log in.', { exact: true })).toBeVisible()
  // A copy of the cookie is of no use to a thief.
  const sent = await fetch(site.origin, { headers: { cookie: `${name}=${value}` } })
  expect(await sent.text()).not.toContain(address)
})
