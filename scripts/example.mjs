import { randomBytes } from 'node:crypto'
import { ensureExampleInstalled } from './examples/install.mjs'
import { ensurePacked } from './examples/packed.mjs'
import { receiveMasterKeys } from './master-key.mjs'
import { requireFreePort, serveUntilStopped } from './servers.mjs'
import { requireBuild } from './setup/build.mjs'
import { ensureInstalled } from './setup/install.mjs'

// Before any other process starts, which would inherit it.
const masterKeys = receiveMasterKeys()
await ensureInstalled()
// Its packages are there only now.
const { EXAMPLES, exampleEnvironment, findExample } = await import('./examples/catalog.mjs')

const { VITRINE_PORT = '4401', VITRINE_EXAMPLE_PORT = '4400' } = process.env
const { VITRINE_ORIGIN = `http://localhost:${VITRINE_PORT}` } = process.env
const port = Number(VITRINE_EXAMPLE_PORT)
const appSecret = randomBytes(32).toString('base64url')

try {
  const name = findExample(process.argv[2])
  if (name === 'shop') await import('./start.mjs')
  else await serve(EXAMPLES[name])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** @param {string} folder the example's, below the root */
async function serve(folder) {
  await requireBuild()
  await requireFreePort(Number(VITRINE_PORT), 'VITRINE_PORT')
  await requireFreePort(port, 'VITRINE_EXAMPLE_PORT')
  await ensurePacked()
  await ensureExampleInstalled(folder)
  process.exitCode = await serveUntilStopped(
    [
      {
        file: 'dist/server/main.mjs',
        // The example stands where the demo shop would, as its app.
        env: {
          ...{ VITRINE_DEV: '1', VITRINE_PORT, VITRINE_ORIGIN },
          ...{ VITRINE_SHOP_PORT: VITRINE_EXAMPLE_PORT, VITRINE_DEMO_SECRET: appSecret },
        },
        masterKeys,
        probe: `http://127.0.0.1:${VITRINE_PORT}/health`,
      },
      {
        file: 'scripts/examples/launch.mjs',
        env: {
          ...exampleEnvironment({ port, walletOrigin: VITRINE_ORIGIN, appId: 'app_demo', appSecret }),
          VITRINE_EXAMPLE_FOLDER: folder,
        },
        probe: `http://127.0.0.1:${port}/`,
      },
    ],
    [`example  http://127.0.0.1:${port}`, `wallet  ${VITRINE_ORIGIN}`, `inbox  ${VITRINE_ORIGIN}/dev/inbox`],
  )
}
