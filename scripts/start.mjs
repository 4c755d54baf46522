import { receiveMasterKey } from './master-key.mjs'
import { requireFreePort, serveUntilStopped } from './servers.mjs'
import { requireBuild } from './setup/build.mjs'
import { ensureInstalled } from './setup/install.mjs'

// Before any other process starts, which would inherit it.
const masterKey = receiveMasterKey()
const { VITRINE_PORT = '4401', VITRINE_SHOP_PORT = '4400' } = process.env
const { VITRINE_ORIGIN = `http://localhost:${VITRINE_PORT}` } = process.env
const shop = `http://127.0.0.1:${VITRINE_SHOP_PORT}`
const env = { VITRINE_DEV: '1', VITRINE_PORT, VITRINE_SHOP_PORT, VITRINE_ORIGIN }

await ensureInstalled()
await requireBuild()
try {
  await requireFreePort(Number(VITRINE_PORT), 'VITRINE_PORT')
  await requireFreePort(Number(VITRINE_SHOP_PORT), 'VITRINE_SHOP_PORT')
  process.exitCode = await serveUntilStopped(
    [
      { file: 'auth-server/main.ts', env, masterKey, probe: `http://127.0.0.1:${VITRINE_PORT}/health` },
      { file: 'examples/shop/server.ts', env, probe: shop },
    ],
    [`shop  ${shop}`, `wallet  ${VITRINE_ORIGIN}`, `inbox  ${VITRINE_ORIGIN}/dev/inbox`],
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
