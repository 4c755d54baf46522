import { receiveMasterKeys } from './master-key.mjs'
import { hostOfServer, requireFreePort, serveUntilStopped } from './servers.mjs'
import { requireBuilt, warnWhenStale } from './setup/build.mjs'

// Before any other process starts, which would inherit it.
const masterKeys = receiveMasterKeys()
const { VITRINE_PORT = '4401' } = process.env

const host = hostOfServer(process.env.VITRINE_HOST)

await requireBuilt(['server', 'pages'])
try {
  await requireFreePort(Number(VITRINE_PORT), 'VITRINE_PORT', host.taken)
  // While the server starts.
  void warnWhenStale(['server', 'pages'])
  process.exitCode = await serveUntilStopped(
    [
      {
        file: 'dist/server/main.mjs',
        env: {},
        masterKeys,
        probe: `http://${host.asked}:${VITRINE_PORT}/health/ready`,
      },
    ],
    [`wallet  ${process.env.VITRINE_ORIGIN ?? `http://localhost:${VITRINE_PORT}`}`],
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
