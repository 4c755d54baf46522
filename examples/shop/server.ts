import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { resolve } from 'node:path'
import { Customers } from './backend/customers.ts'
import { shopBackend } from './backend/routes.ts'
import { createShop } from './backend/shop.ts'
import { startChain } from './chain/start-chain.ts'
import { shopPage } from './page.ts'

const {
  VITRINE_SHOP_PORT = '4400',
  VITRINE_PORT = '4401',
  VITRINE_DATA_DIR = '.vitrine',
  VITRINE_CHAIN_PORT = '4402',
  /** Anvil's path; without it orders are placed by a signature. */
  VITRINE_CHAIN_BINARY = '',
  /** Of the app `app_demo`, as the wallet's development server was given it. */
  VITRINE_DEMO_SECRET = randomBytes(32).toString('base64url'),
} = process.env
const walletOrigin = process.env.VITRINE_ORIGIN ?? `http://localhost:${VITRINE_PORT}`
const appId = 'app_demo'
const origins = [`http://127.0.0.1:${VITRINE_SHOP_PORT}`, `http://localhost:${VITRINE_SHOP_PORT}`]

const fail = (error: unknown): never => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

// Before the chain starts: told to stop meanwhile, we end it as well.
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

const chain =
  VITRINE_CHAIN_BINARY === ''
    ? null
    : await startChain({
        binary: VITRINE_CHAIN_BINARY,
        port: Number(VITRINE_CHAIN_PORT),
        walletOrigin,
        stateFile: resolve(VITRINE_DATA_DIR, 'demo-chain.json'),
        signal: stopping.signal,
      }).catch(error => (stopping.signal.aborted ? process.exit(0) : fail(error)))
chain?.ended.then(() => {
  if (!stopping.signal.aborted) fail('The demo chain ended by itself, so the shop ends too. Start it again.')
})

const page = shopPage({ walletOrigin, appId, payment: chain ? 'chain' : 'signature' })
const customers = new Customers({ url: reachable(walletOrigin), appId, secret: VITRINE_DEMO_SECRET })
const backend = shopBackend({ shop: createShop(chain?.client ?? null), customers, origins })

const server = createServer((request, response) =>
  request.url?.startsWith('/api/') ? backend(request, response) : page(request, response),
)
server.on('error', (error: NodeJS.ErrnoException) =>
  fail(
    error.code === 'EADDRINUSE'
      ? `Port ${VITRINE_SHOP_PORT} is taken. Set VITRINE_SHOP_PORT to a free one.`
      : error,
  ),
)
const stop = async () => {
  server.close()
  server.closeAllConnections()
  await chain?.ended
  process.exit(0)
}
stopping.signal.addEventListener('abort', stop)
if (stopping.signal.aborted) await stop()
else server.listen(Number(VITRINE_SHOP_PORT), '127.0.0.1')

/** Browsers know that `wallet.localhost` is this machine; Node's resolver may not. */
function reachable(origin: string): string {
  const url = new URL(origin)
  if (/(^|\.)localhost$/.test(url.hostname)) url.hostname = '127.0.0.1'
  return url.origin
}
