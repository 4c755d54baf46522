import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { withWindows } from '../fixtures/approval-window.ts'
import { startIdentityProvider } from '../fixtures/identity-provider.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import type { Stack } from '../fixtures/stack.ts'
import { expect, test } from '../fixtures/test.ts'
import { chromiumEngine, phoneEngine, webviewEngine } from './chromium.ts'
import type { Browser, Device, DeviceOptions, Engine, Tab } from './engine.ts'
import { firefoxEngine } from './firefox.ts'
import { ENGINES, type EngineName, JOURNEYS, type Journey, lackOf } from './journeys.ts'
import { succeeded, type VisitOptions, Visitor } from './visitor.ts'
import { webkitEngine } from './webkit.ts'

export interface User {
  readonly id: string
  readonly linkedAccounts: readonly { readonly type: string; readonly address?: string }[]
}
export interface Login {
  readonly user: User
  readonly loginMethod: string
}
export interface WalletOfPage {
  readonly address: string
  readonly chainType: 'ethereum' | 'solana'
  readonly recoveryMethod: string
  readonly id?: string
}

export const PASSCODE = 'correct horse battery'
/** Signing a message asks no node. */
const NO_NODE = { 'solana:devnet': { rpc: 'http://127.0.0.1:9' } }
const BOTH_CHAINS = {
  ethereum: { create_on_login: 'users-without-wallets' },
  solana: { create_on_login: 'users-without-wallets' },
}

/** A provider that also takes users who are within an app, which Google does not. */
const BANK = {
  provider: 'custom:bank',
  provider_display_name: 'Bank',
  provider_icon_url: 'https://bank.example/icon.png',
  enabled: true,
}

/** The apps of the journeys, by where the keys are and where a user approves. */
const APPS = {
  'keys at the server': (stack: Stack) =>
    withOwnApp(stack, {
      passkey_auth: true,
      passkeys_for_signup_enabled: true,
      custom_oauth_providers: [BANK],
      wallet_auth: true,
      mfa_methods: ['totp'],
      solana_rpcs: NO_NODE,
      embedded_wallet_config: BOTH_CHAINS,
    }),
  'keys on the device': (stack: Stack) =>
    withOwnApp(stack, {
      solana_rpcs: NO_NODE,
      embedded_wallet_config: {
        mode: 'legacy-embedded-wallets-only',
        require_user_owned_recovery_on_create: true,
        ...BOTH_CHAINS,
      },
    }),
  'approvals in windows': (stack: Stack) => withWindows(stack),
}
export type AppName = keyof typeof APPS

const DRIVERS: { readonly [name in EngineName]: Engine } = {
  Chromium: chromiumEngine,
  Firefox: firefoxEngine,
  WebKit: webkitEngine,
  Phone: phoneEngine,
  'Android WebView': webviewEngine,
}

/** What a journey may ask for. */
export interface Start {
  /** An address that nobody used before. */
  readonly address: string
  app(name: AppName): Promise<Stack>
  /** Starts something that later journeys use too. */
  keep<T extends { stop(): Promise<void> }>(name: string, start: () => Promise<T>): Promise<T>
  /** A browser profile of its own, which the end of the journey stops. */
  device(options?: DeviceOptions): Promise<Device>
  /** A page whose user is logged in. Journeys of an engine share the login, so none may change the account. */
  loggedIn(
    name: AppName,
    options?: VisitOptions,
  ): Promise<{ readonly visitor: Visitor; readonly device: Device; readonly address: string }>
}

const specs = new Map<Journey, (start: Start) => Promise<void>>()

/** Adds the one spec of a journey. */
export function journey(name: Journey, spec: (start: Start) => Promise<void>): void {
  specs.set(name, spec)
}

/** Declares the specs in each engine, one engine after another, so that one browser is in use at a time. */
export function declareJourneys(): void {
  expect([...specs.keys()].sort()).toEqual([...JOURNEYS].sort())
  for (const engine of Object.keys(ENGINES) as EngineName[])
    for (const name of JOURNEYS) {
      const spec = specs.get(name)
      if (!spec || lackOf(engine, name) !== null) continue
      test(`${engine}: ${name}`, async ({ stack, keep, address }) => {
        const devices: Device[] = []
        const tabs: Tab[] = []
        const { browser, device, tab } = await keep(engine, () => startShared(DRIVERS[engine], stack))
        const app = (which: AppName) =>
          keep(which, async () => ({ ...(await APPS[which](stack)), stop: async () => {} }))
        try {
          await spec({
            address,
            app,
            keep,
            async device(options) {
              const own = await browser.device(options)
              devices.push(own)
              return {
                ...own,
                async open() {
                  const tab = await own.open()
                  tabs.push(tab)
                  return tab
                },
              }
            },
            async loggedIn(which, options) {
              const visitor = await Visitor.open(device, await app(which), { ...options, tab })
              const user = await keep(`${engine}: user of ${which}`, async () => {
                const address = `ada-${crypto.randomUUID()}@mail.example`
                await logIn(visitor, address)
                return { address, stop: async () => {} }
              })
              await visitor.until('page', 'vitrine.state.authenticated')
              return { visitor, device, address: user.address }
            },
          })
        } catch (error) {
          for (const it of [tab, ...tabs]) console.log(`A frame of ${engine} shows: ${await textOf(it)}`)
          throw error
        } finally {
          for (const own of devices) await own.stop()
        }
      })
    }
}

/** For the message of a test that failed. */
const textOf = (tab: Tab) =>
  tab.run<string>('frame', 'return document.body.innerText').catch(error => `it has no frame (${error})`)

/** One browser for all journeys of an engine, and in it the device of the users who stay logged in. */
async function startShared(engine: Engine, { wallet }: Stack) {
  const browser: Browser = await engine.start(wallet.origin)
  const device = await browser.device()
  const tab: Tab = await device.open()
  const stop = async () => {
    await device.stop()
    await browser.stop()
  }
  return { browser, device, tab, stop }
}

/** Logs in by email, and sets the passcode where the app asks for one. */
export async function logIn(visitor: Visitor, address: string): Promise<Login> {
  const login = await visitor.act<Login>('vitrine.login()')
  await visitor.enterEmail(address)
  const isAsked = () =>
    visitor.tab.run('frame', 'return document.querySelector("input[type=password]") !== null')
  const hasEnded = () => visitor.page('return window.outcome !== undefined')
  await expect.poll(async () => (await hasEnded()) || (await isAsked().catch(() => false))).toBe(true)
  if (!(await hasEnded())) {
    await visitor.fill('Passcode', PASSCODE)
    await visitor.fill('Repeat the passcode', PASSCODE)
    await visitor.press('Set passcode')
  }
  return succeeded(login())
}

/** @returns the wallets that the page knows, without those that the user brings along */
export const walletsOf = ({ tab }: Visitor) =>
  tab.run<readonly WalletOfPage[]>('page', 'return vitrine.state.wallets')

/** A call of the page that has an Ethereum wallet sign. */
export const ethereumCall = (message: string) =>
  `vitrine.signMessage({ message: ${JSON.stringify(message)} })`
/** The same of a Solana wallet, by the Wallet Standard. Its value is the signature's bytes. */
export const solanaCall = (message: string) => `(async () => {
  const { accounts: [account] } = await vitrine.solana.features['standard:connect'].connect()
  const message = new TextEncoder().encode(${JSON.stringify(message)})
  const [signed] = await vitrine.solana.features['solana:signMessage'].signMessage({ account, message })
  return [...signed.signature]
})()`

export type Signature = { readonly signature: Hex }

/** Starts a provider, and makes the operator's settings of its social login. */
export async function addProvider(app: Stack): Promise<{ stop(): Promise<void> }> {
  const provider = await startIdentityProvider({ redirectUri: `${app.wallet.origin}/oauth/callback` })
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-oauth-'))
  const file = join(folder, 'client.json')
  await writeFile(file, JSON.stringify(provider.client))
  await app.wallet.command('oauth', 'set', app.app.id, '--provider', BANK.provider, '--file', file)
  await rm(folder, { recursive: true })
  return provider
}
