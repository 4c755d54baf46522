import type { HostNotice } from '@vitrine/shared/bridge/methods.ts'
import type { PageCall } from '@vitrine/shared/bridge/wallet-relay.ts'
import { type AppConfig, appConfig } from '@vitrine/shared/config/app-config.ts'
import type { ReadFrameBoot } from '@vitrine/shared/config/frame-boot.ts'
import { createTestSigner } from '@vitrine/shared/signer/testing/test-signer.ts'
import type { ScreenRequest } from '../../requests/registry.ts'
import { APP_ID, MemoryStorage } from '../../session/testing/session-fixtures.ts'
import { createInProcessVault } from '../../vault/testing/in-process-vault.ts'
import { startKernel } from '../kernel.ts'
import { screensView } from '../view.ts'

export const HOST_ORIGIN = 'https://shop.example'
/** What its document says that it is of. */
export const TEST_BUILD = `sha256-${'B'.repeat(43)}=`
export const WALLET_ORIGIN = 'https://wallet.example'

/** `pkRm` of RFC 9180, A.3.1: what is sealed for it nobody opens here. */
const RECIPIENT = 'BP6MGc4JBRkevCmKkkV5JTHybwzs4kYGOei8Oct_cGqCanebTPlpuKDlOcf2L7PTCtaqj4DjDx0Siq_WiiznLqA'

export interface SentRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}
type Answer = readonly [number, unknown]
/** A route answers with a status and a body; `undefined` as a body is a network failure. */
export type Routes = Record<string, (request: SentRequest) => Answer | Promise<Answer>>

const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

/** What the server knows of the app. */
export const serverConfig = (own: object = {}): AppConfig =>
  appConfig.parse({
    id: APP_ID,
    name: 'Shop',
    data_classification: 'public',
    verification_key: 'pem',
    allowed_domains: [HOST_ORIGIN],
    ...own,
  })

/** A browser window as far as the kernel uses one, a server as far as a test answers, and the real kernel between. */
export function startTestKernel(
  routes: Routes,
  {
    server = {},
    inlined = serverConfig(server),
    storage = new MemoryStorage(),
    siteToken = () => undefined,
    loadScreens = async () => {},
    askWallets = () => new Promise(() => {}),
  }: {
    askWallets?: (call: PageCall) => Promise<unknown>
    loadScreens?: () => Promise<void>
    siteToken?: () => string | null | undefined
    server?: object
    inlined?: ReadFrameBoot['app']
    storage?: MemoryStorage
  } = {},
) {
  const sent: SentRequest[] = []
  const fetch = async (url: string, init: RequestInit) => {
    const path = url.replace(`${WALLET_ORIGIN}/api/v1`, '')
    const request: SentRequest = {
      method: init.method ?? 'GET',
      path,
      headers: init.headers as Record<string, string>,
      body: init.body === undefined ? undefined : JSON.parse(String(init.body)),
    }
    sent.push(request)
    const route = routes[`${request.method} ${path}`]
    const [status, body] = route
      ? await Promise.race([route(request), aborted(init.signal)])
      : [404, { error: 'No such route.', code: 'not_found' }]
    if (body === undefined) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(body), { status })
  }
  const frame = Object.assign(new EventTarget(), {
    localStorage: storage,
    location: { origin: WALLET_ORIGIN },
    navigator: { onLine: true },
    fetch,
  }) as unknown as Window & typeof globalThis
  const notices: HostNotice[] = []
  const signer = createTestSigner()
  const vault = createInProcessVault()
  const running = startKernel({
    boot: {
      app: inlined,
      now: Date.now(),
      signer: signer.keys(WALLET_ORIGIN, RECIPIENT),
      build: TEST_BUILD,
    },
    hostOrigin: HOST_ORIGIN,
    frame,
    vault,
    loadScreens,
    isScreenHere: () => true,
    waiting: Promise.resolve(null),
    screensLoaded: Promise.resolve(),
    deliver: notice => notices.push(notice),
    askSite: async () => siteToken(),
    navigate: async () => `${HOST_ORIGIN}/`,
    askWallets,
  })
  const kernel = screensView(running.view)
  const { screens } = kernel
  return {
    signer,
    ...running,
    kernel,
    frame,
    notices,
    sent,
    storage,
    vault,
    events: () => notices.flatMap(notice => (notice.type === 'event' ? [notice.event] : [])),
    hello: (options?: unknown, locale?: string, pins?: string, builds?: string) =>
      running.handlers.hello({
        protocol: 1,
        sdk: '0.1.0',
        features: [],
        ...(options !== undefined && { options }),
        ...(locale !== undefined && { locale }),
        ...(pins !== undefined && { signer: pins }),
        ...(builds !== undefined && { build: builds }),
      }),
    shown: () =>
      new Promise<ScreenRequest>(resolve => {
        const look = () => {
          const request = screens.current.get()
          if (request) resolve(request)
        }
        screens.current.subscribe(look)
        look()
      }),
  }
}
