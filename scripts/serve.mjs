import { receiveMasterKeys } from './master-key.mjs'
import { requireFreePort, serveUntilStopped } from './servers.mjs'
import { requireAll } from './setup/build.mjs'

// Before any other process starts, which would inherit it.
const masterKeys = receiveMasterKeys()
const { VITRINE_PORT = '4401' } = process.env

await requireAll()
try {
  await requireFreePort(Number(VITRINE_PORT), 'VITRINE_PORT')
  process.exitCode = await serveUntilStopped(
    [{ file: 'dist/server/main.mjs', env: {}, masterKeys, probe: `http://127.0.0.1:${VITRINE_PORT}/health` }],
    [`wallet  ${process.env.VITRINE_ORIGIN ?? `http://localhost:${VITRINE_PORT}`}`],
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
