import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anvilBinary } from '@vitrine/shared/chains/anvil-binary.mjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freePort } from './testing/demo.ts'

let folder: string
let shop: ChildProcess
let ports: { readonly shop: number; readonly chain: number }
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-shop-'))
  ports = { shop: await freePort(), chain: await freePort() }
  shop = spawn(process.execPath, ['--import', 'tsx', 'examples/shop/server.ts'], {
    cwd: new URL('../..', import.meta.url).pathname,
    env: {
      PATH: process.env.PATH,
      VITRINE_SHOP_PORT: String(ports.shop),
      VITRINE_CHAIN_PORT: String(ports.chain),
      VITRINE_CHAIN_BINARY: anvilBinary(),
      VITRINE_DATA_DIR: folder,
    },
    stdio: 'ignore',
  })
})
afterEach(async () => {
  shop.kill('SIGKILL')
  await untilSilent(ports.chain)
  await rm(folder, { recursive: true, force: true })
})

/** Whether anything answers there. */
const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}`).then(
    () => true,
    () => false,
  )
const untilAnswered = (port: number) => vi.waitUntil(() => answers(port), { timeout: 15_000 })
const untilSilent = (port: number) => vi.waitUntil(async () => !(await answers(port)), { timeout: 15_000 })

test.each(['SIGTERM', 'SIGKILL'] as const)('the shop and its chain end with %s to the shop', async signal => {
  await untilAnswered(ports.shop)
  expect(await answers(ports.chain)).toBe(true)
  const exited = once(shop, 'exit')
  shop.kill(signal)
  await exited
  await untilSilent(ports.chain)
  expect(await answers(ports.shop)).toBe(false)
})
