import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { type Coinbase, startCoinbase } from '@vitrine/shared/funding/testing/coinbase.ts'
import { type MoonPay, startMoonPay } from '@vitrine/shared/funding/testing/moonpay.ts'
import { type Relay, startRelay } from '@vitrine/shared/funding/testing/relay.ts'
import { eq } from 'drizzle-orm'
import { replaceConfig } from '../../apps/registry.ts'
import { apps } from '../../database/schema.ts'
import type { Provider } from '../../provider-secrets/provider.ts'
import { storeSecret } from '../../provider-secrets/provider-secrets.ts'
import { type Answer, callAs } from '../../testing/client.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import {
  asDevice,
  create,
  createSolana,
  logInOnNewDevice,
  type Person,
} from '../../wallet/testing/wallet-calls.ts'

const BASE = '/api/v1'

/** A person with a wallet of each chain family. */
export interface Funded extends Person {
  readonly ethereum: string
  readonly solana: string
}

/** The server, and the companies that it works with, on loopback. */
export interface FundingServer {
  readonly server: TestServer
  readonly moonpay: MoonPay
  readonly coinbase: Coinbase
  readonly relay: Relay
  /** Logs somebody in and makes their wallets. */
  person(): Promise<Funded>
  configure(change: Partial<EditableAppConfig>): Promise<void>
  /** Has the app offer other ways; all of them when left out. */
  offer(options?: readonly { method: string; provider?: string }[], isBridging?: boolean): Promise<void>
  post<Body = Record<string, unknown>>(who: Person, path: string, body: unknown): Promise<Answer<Body>>
  get<Body = Record<string, unknown>>(who: Person, path: string): Promise<Answer<Body>>
  stop(): Promise<void>
}

const OPTIONS = [
  { method: 'card', provider: 'moonpay' },
  { method: 'card', provider: 'coinbase' },
  { method: 'exchange', provider: 'coinbase' },
  { method: 'wallets' },
]

/** An app that offers all of it, with its accounts and secrets set up. */
export async function startFundingServer(): Promise<FundingServer> {
  const [moonpay, coinbase, relay] = await Promise.all([startMoonPay(), startCoinbase(), startRelay()])
  const server = await startTestServer({
    moonpayUrl: moonpay.url,
    coinbaseUrl: coinbase.url,
    relayUrl: relay.url,
  })
  const funding: FundingServer = {
    server,
    moonpay,
    coinbase,
    relay,
    async person() {
      const who = await logInOnNewDevice(server)
      const addressOf = async (made: Response) => ((await made.json()) as { address: string }).address
      return {
        ...who,
        ethereum: await addressOf(await create(server, who)),
        solana: await addressOf(await createSolana(server, who)),
      }
    },
    async configure(change) {
      const [row] = await server.database.db.select().from(apps).where(eq(apps.id, server.appId))
      const config = { ...(row?.config as EditableAppConfig), ...change }
      await replaceConfig(server.database.db, server.appId, config)
    },
    offer: (options = OPTIONS, isBridging = true) =>
      funding.configure({
        funding_config: {
          methods: [],
          options: [...options],
          default_recommended_amount: '10',
          default_recommended_currency: { chain: 'eip155:1', asset: 'USDC' },
          prompt_funding_on_wallet_creation: false,
          cross_chain_bridging_enabled: isBridging,
        },
      }),
    post: (who, path, body) => callAs(server, asLoggedIn(who), BASE + path, { body }),
    get: (who, path) => callAs(server, asLoggedIn(who), BASE + path, { method: 'GET' }),
    async stop() {
      await server.stop()
      await Promise.all([moonpay.stop(), coinbase.stop(), relay.stop()])
    },
  }
  await funding.offer()
  await funding.configure({
    funding_providers: {
      moonpay: {
        publishable_key: moonpay.keys.live.publishable,
        sandbox_publishable_key: moonpay.keys.sandbox.publishable,
      },
      coinbase: coinbase.account,
    },
  })
  const secrets: Partial<Record<Provider, string>> = {
    moonpay: moonpay.keys.live.secret,
    'moonpay-sandbox': moonpay.keys.sandbox.secret,
    coinbase: coinbase.secret,
  }
  for (const [provider, secret] of Object.entries(secrets))
    await storeSecret(server.ctx, server.appId, provider as Provider, secret)
  return funding
}

const asLoggedIn = ({ device, accessToken }: Person) => ({ device: asDevice(device), token: accessToken })
