import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMailTransport } from '../mail/transport.ts'
import { call } from '../testing/client.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let app: TestServer['app']
beforeAll(async () => {
  server = await startTestServer()
  app = server.second({ mail: createMailTransport(server.ctx.settings, server.ctx.db) })
})
afterAll(() => server.stop())

test('shows what would have been mailed, newest first', async () => {
  for (const email of ['a@mail.example', 'b@mail.example']) {
    await call(server, '/api/v1/passwordless/init', { body: { email }, app })
  }
  const messages = (await (await app.request(`${ORIGIN}/dev/inbox.json`)).json()) as Record<string, string>[]
  expect(messages.map(({ to }) => to)).toEqual(['b@mail.example', 'a@mail.example'])
  expect(messages[0]).toMatchObject({ channel: 'email', code: expect.stringMatching(/^\d{6}$/) })
  const page = await app.request(`${ORIGIN}/dev/inbox`)
  const html = await page.text()
  expect(html).toContain(messages[0]?.code)
  expect(html).not.toContain('<script')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('a name that points at this machine reads nothing', async () => {
  expect((await app.request('http://rebound.example:4401/dev/inbox.json')).status).toBe(403)
  expect((await app.request('http://127.0.0.1:4401/dev/inbox.json')).status).toBe(200)
})

test('does not exist in production', async () => {
  const production = server.second({ settings: { ...server.ctx.settings, development: false } })
  expect((await production.request(`${ORIGIN}/dev/inbox.json`)).status).toBe(404)
  expect((await production.request(`${ORIGIN}/dev/inbox`)).status).toBe(404)
})
