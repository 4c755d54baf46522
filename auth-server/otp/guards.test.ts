import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

/** What every path of a code's method asks before anything else. */
let server: TestServer
/** An app with both methods on. */
let headers: Record<string, string>
beforeAll(async () => {
  server = await startTestServer({ networkLimit: 3 })
  headers = { 'vitrine-app-id': (await server.registerApp({ sms_auth: true })).id }
})
afterAll(() => server.stop())

const PATHS = ['passwordless', 'passwordless_sms'].flatMap(method =>
  ['init', 'authenticate', 'link', 'update', 'unlink'].map(step => `/api/v1/${method}/${step}`),
)

test.each(PATHS)('%s is for the frame alone', async path => {
  const elsewhere = await call(server, path, { body: {}, headers: { origin: 'https://evil.example' } })
  expect(elsewhere).toMatchObject({ status: 403, body: { code: 'invalid_origin' } })
})

test.each(PATHS)('%s counts the calls of a network, across processes, before it reads them', async path => {
  const second = server.second()
  const from = `203.0.113.${PATHS.indexOf(path)}`
  const statuses: number[] = []
  for (let i = 0; i < 4; i++) {
    const app = i % 2 ? second : server.app
    statuses.push((await call(server, path, { body: {}, from, headers, app })).status)
  }
  expect(statuses.map(status => status === 429)).toEqual([false, false, false, true])
})

test.each(PATHS.filter(path => !path.endsWith('/unlink')))(
  '%s tells the frame of an earlier release to reload',
  async path => {
    const body = { email: 'a@mail.example', phoneNumber: '+12025550123', code: '123456' }
    const from = `203.0.114.${PATHS.indexOf(path)}`
    expect(await call(server, path, { body, headers, from })).toMatchObject({
      status: 403,
      body: { code: 'expired_or_invalid_authorization', error: expect.stringContaining('Reload the page') },
    })
  },
)
