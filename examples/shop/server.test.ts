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
  await vi.waitUntil(() => answers(ports.shop), { timeout: 55_000 })
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
const untilSilent = (port: number) => vi.waitUntil(async () => !(await answers(port)), { timeout: 15_000 })

test('a shop that is killed leaves no chain behind', async () => {
  expect(await answers(ports.chain)).toBe(true)
  const exited = once(shop, 'exit')
  shop.kill('SIGKILL')
  await exited
  await untilSilent(ports.chain)
  expect(await answers(ports.shop)).toBe(false)
})
