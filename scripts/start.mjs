import { randomBytes } from 'node:crypto'
import { setDemoClient } from './demo-client.mjs'
import { findChain } from './find-chain.mjs'
import { receiveMasterKeys } from './master-key.mjs'
import { findFreePort, requireFreePort, serveUntilStopped } from './servers.mjs'
import { requireBuild } from './setup/build.mjs'
import { buildDocsBeside } from './setup/build-docs.mjs'
import { ensureInstalled } from './setup/install.mjs'

// Before any other process starts, which would inherit it.
const masterKeys = receiveMasterKeys()
const { VITRINE_PORT = '4401', VITRINE_SHOP_PORT = '4400' } = process.env
const { VITRINE_ORIGIN = `http://localhost:${VITRINE_PORT}` } = process.env
const shop = `http://127.0.0.1:${VITRINE_SHOP_PORT}`
const env = {
  ...{ VITRINE_DEV: '1', VITRINE_PORT, VITRINE_SHOP_PORT, VITRINE_ORIGIN },
  // Of this run alone: the shop's backend redeems login codes with it.
  VITRINE_DEMO_SECRET: randomBytes(32).toString('base64url'),
  VITRINE_DEMO_PROVIDER: '1',
}

await ensureInstalled()
await requireBuild()
try {
  await requireFreePort(Number(VITRINE_PORT), 'VITRINE_PORT')
  await requireFreePort(Number(VITRINE_SHOP_PORT), 'VITRINE_SHOP_PORT')
  const providerPort = String(await findFreePort(4403))
  const providerSecret = randomBytes(32).toString('base64url')
  const provider = `http://127.0.0.1:${providerPort}`
  const chain = await findChain(process.env, [VITRINE_PORT, VITRINE_SHOP_PORT])
  if (chain === null)
    console.log('There is no local chain here: orders at the shop are signed, and nothing is paid.')
  process.exitCode = await serveUntilStopped(
    [
      {
        file: 'dist/server/main.mjs',
        env: { ...env, VITRINE_DEMO_CHAIN_URL: chain?.url ?? '' },
        masterKeys,
        probe: `http://127.0.0.1:${VITRINE_PORT}/health`,
      },
      {
        file: 'examples/shop/server.ts',
        env: { ...env, VITRINE_CHAIN_BINARY: chain?.binary ?? '', VITRINE_CHAIN_PORT: chain?.port ?? '' },
        probe: shop,
      },
      {
        file: 'examples/demo-provider/server.ts',
        env: {
          ...env,
          VITRINE_DEMO_PROVIDER_PORT: providerPort,
          VITRINE_DEMO_PROVIDER_SECRET: providerSecret,
        },
        probe: `${provider}/.well-known/openid-configuration`,
      },
    ],
    [
      ...[`shop  ${shop}`, `wallet  ${VITRINE_ORIGIN}`],
      ...(chain ? [`chain  ${chain.url}`] : []),
      `inbox  ${VITRINE_ORIGIN}/dev/inbox`,
      `docs  ${VITRINE_ORIGIN}/docs/`,
    ],
    async () => {
      await setDemoClient(provider, providerSecret, { env, masterKeys })
      // Nobody waits for it.
      buildDocsBeside().catch(console.error)
    },
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
