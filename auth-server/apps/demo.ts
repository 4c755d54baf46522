import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { DEMO_CHAIN_ID, DEMO_DOLLAR, demoChain } from '@vitrine/shared/chains/demo-chain.ts'
import { type EditableAppConfig, editableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { eq } from 'drizzle-orm'
import type { Database } from '../database/connect.ts'
import { apps } from '../database/schema.ts'
import { findApp, hashSecret, replaceConfig } from './registry.ts'

export const DEMO_APP_ID = 'app_demo'

export interface DemoSettings {
  readonly shopPort: number
  /** The local chain that `npm start` runs; `null`: there is none. */
  readonly chainUrl: string | null
  /** The app secret that the shop's backend was given for this run; `null`: it has the one of before, if any. */
  readonly secret: string | null
  /** `npm start` runs a provider that people can log in at, and makes the app known there. */
  readonly hasProvider: boolean
}

/**
 * Seeds the app of the demo shop in a development server. An operator's later edits stay: what changes from run to run, and
 * that alone, follows the run, which is where shop and chain are and the shop's secret.
 */
export async function seedDemoApp(db: Database, demo: DemoSettings): Promise<void> {
  const secret = demo.secret ?? randomBytes(32).toString('base64url')
  await db
    .insert(apps)
    .values({ id: DEMO_APP_ID, config: demoConfig(demo), secretHash: hashSecret(secret) })
    .onConflictDoNothing()
  if (demo.secret !== null)
    await db
      .update(apps)
      .set({ secretHash: hashSecret(secret) })
      .where(eq(apps.id, DEMO_APP_ID))
  const app = await findApp(db, DEMO_APP_ID)
  if (!app) return
  const next = followRun(isFormerSeed(app.config) ? demoConfig(demo) : app.config, demo)
  if (!isDeepStrictEqual(next, app.config)) await replaceConfig(db, app.id, next)
}

/** By name and by number: people type both. */
const originsOf = (shopPort: number) => [`http://127.0.0.1:${shopPort}`, `http://localhost:${shopPort}`]
const shopOf = (shopPort: number) => `http://127.0.0.1:${shopPort}`

const DEMO_PROVIDER = {
  provider: 'custom:demo',
  provider_display_name: 'Demo provider',
  provider_icon_url: null,
  enabled: true,
}

const demoConfig = ({ shopPort, chainUrl, hasProvider }: DemoSettings): EditableAppConfig =>
  editableAppConfig.parse({
    name: 'Halden',
    logo_url: `${shopOf(shopPort)}/icon.svg`,
    icon_url: `${shopOf(shopPort)}/icon.svg`,
    accent_color: '#8a5a12',
    allowed_domains: originsOf(shopPort),
    sms_auth: true,
    whatsapp_enabled: true,
    passkey_auth: true,
    passkeys_for_signup_enabled: true,
    guest_auth: true,
    wallet_auth: true,
    solana_wallet_auth: true,
    custom_oauth_providers: hasProvider ? [DEMO_PROVIDER] : [],
    // The demo money goes to a wallet of ours, also where a person came with their own.
    embedded_wallet_config: { ethereum: { create_on_login: 'all-users' } },
    chains: chainUrl === null ? [] : [demoChain(chainUrl, shopOf(shopPort))],
  })

/** Where the shop and its chain are in this run. */
function followRun(config: EditableAppConfig, { shopPort, chainUrl }: DemoSettings): EditableAppConfig {
  const others = config.chains.filter(chain => !isDemoChain(chain))
  const isTaken = others.some(({ id }) => id === DEMO_CHAIN_ID)
  const own = chainUrl === null || isTaken ? [] : [demoChain(chainUrl, shopOf(shopPort))]
  // The shop's own picture, from where the shop is now.
  const follow = (url: string | null) =>
    url?.replace(/^http:\/\/127\.0\.0\.1:\d+(?=\/icon\.svg$)/, shopOf(shopPort)) ?? null
  return {
    ...config,
    logo_url: follow(config.logo_url),
    icon_url: follow(config.icon_url),
    allowed_domains: [...new Set([...config.allowed_domains, ...originsOf(shopPort)])],
    chains: [...own, ...others],
  }
}

/** By the coin: a chain with this number may be an operator's own. */
const isDemoChain = ({ id, tokens = [] }: EditableAppConfig['chains'][number]) =>
  id === DEMO_CHAIN_ID && tokens.some(({ address }) => address === DEMO_DOLLAR.address)

/** What releases before the demo chain seeded, and nobody edited since. */
const isFormerSeed = (config: EditableAppConfig) =>
  isDeepStrictEqual(
    { ...config, allowed_domains: [] },
    editableAppConfig.parse({
      name: 'Demo shop',
      embedded_wallet_config: { ethereum: { create_on_login: 'users-without-wallets' } },
    }),
  )
