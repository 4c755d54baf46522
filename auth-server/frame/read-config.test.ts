import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { editableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicConfig } from '../apps/registry.ts'
import { readSettings } from '../settings.ts'
import { readConfig } from './read-config.ts'
import { createFrameServer } from './server.ts'

/** What an API process in a stranger's hands says of an app. */
let told: { status: number; body: string }

const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
const socketPath = join(folder, 'api.sock')
const agent = new Agent({ keepAlive: true })
const api = createServer((_, outgoing) => outgoing.writeHead(told.status).end(told.body))
const server = createFrameServer({
  settings: readSettings({ VITRINE_DEV: '1' }),
  signerKeys: { recipient: 'key', identity: 'key', signature: 'signature' },
  captchaScript: '',
  readConfig: id => readConfig({ socketPath, agent }, id),
})
beforeAll(async () => {
  api.listen(socketPath)
  await once(api, 'listening')
})
afterAll(async () => {
  agent.destroy()
  api.close()
  await once(api, 'close')
  rmSync(folder, { recursive: true })
})

const app = (changes: object = {}) => ({
  ...publicConfig(
    {
      id: 'app_1',
      secretHash: '',
      config: editableAppConfig.parse({ name: 'Shop', allowed_domains: ['https://shop.example'] }),
    },
    'key',
  ),
  ...changes,
})
const tell = (changes: object = {}, more: object = {}) => {
  told = {
    status: 200,
    body: JSON.stringify({
      app: app(changes),
      now: 1,
      dpopNonce: 'nonce',

      fetchOrigins: [],
      previewOrigins: [],
      ...more,
    }),
  }
}
/** The refusal is made of the config too, and needs no built frame. */
const ask = (id = 'app_1') => server.request(`http://localhost:4401/apps/${id}/frame`)
const read = () => readConfig({ socketPath, agent }, 'app_1')

test('a config is what the operator wrote', async () => {
  tell()
  expect(await read()).toMatchObject({
    app: { id: 'app_1', name: 'Shop' },
    now: 1,
    dpopNonce: 'nonce',
    fetchOrigins: [],
    previewOrigins: [],
  })
  expect((await ask()).status).toBe(403)
})

test.each([
  ['no JSON', () => (told = { status: 200, body: '<html>' })],
  ['another app', () => tell({ id: 'app_2' })],
  ['a site that is no origin', () => tell({ allowed_domains: ["https://a; script-src 'unsafe-inline'"] })],
  ['every site', () => tell({ allowed_domains: ['*'] })],
  [
    'a backend that is no origin',
    () => tell({}, { dpopNonce: 'nonce', fetchOrigins: ['https://a; script-src *'] }),
  ],
  ['a node that is none', () => tell({ solana_rpcs: { 'solana:mainnet': { rpc: 'javascript:alert(1)' } } })],
  ['a colour that is more', () => tell({ accent_color: '#000000;background:url(//evil.example)' })],
  ['no clock', () => tell({}, { now: 'soon' })],
  ['an error', () => (told = { status: 500, body: '{}' })],
])('what is no config, or another app’s, makes no document: %s', async (_name, say) => {
  say()
  const answer = await ask()
  expect([answer.status, await answer.json()]).toEqual([
    503,
    expect.objectContaining({ code: 'service_unavailable' }),
  ])
})

test('what the schema does not know is in no document', async () => {
  tell({ onload: 'alert(1)' }, { scripts: ['https://evil.example/x.js'] })
  const config = await read()
  expect(JSON.stringify(config)).not.toMatch(/onload|evil/)
})

test('an app that is not there is told apart from an API process that is not', async () => {
  told = { status: 404, body: '{}' }
  expect(await read()).toBeNull()
  expect((await ask()).status).toBe(404)
})
