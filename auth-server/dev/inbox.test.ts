import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestMailer, type TestMailer } from '../mailer/testing/test-mailer.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let app: TestServer['app']
let mailer: TestMailer
/** What a socket says of its other end, as `@hono/node-server` hands it on. */
const socket = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })
const read = (url: string, from = '127.0.0.1', headers = {}) => app.request(url, { headers }, socket(from))

beforeAll(async () => {
  server = await startTestServer()
  mailer = await startTestMailer({ inboxUrl: server.database.apiUrl })
  app = server.app
})
afterAll(async () => {
  await mailer.stop()
  await server.stop()
})

test('shows what would have been mailed, newest first', async () => {
  const code = {
    by: 'mail',
    appName: 'Shop',
    language: 'en',
    purpose: 'login',
    code: '123456',
    origin: ORIGIN,
  } as const
  for (const to of ['a@mail.example', 'b@mail.example']) await mailer.codes.sendCode({ ...code, to })
  const messages = (await (await read(`${ORIGIN}/dev/inbox.json`)).json()) as Record<string, unknown>[]
  expect(messages.map(({ to }) => to)).toEqual(['b@mail.example', 'a@mail.example'])
  expect(messages[0]).toMatchObject({ channel: 'email', code: expect.stringMatching(/^\d{6}$/) })
  const page = await read(`${ORIGIN}/dev/inbox`)
  const html = await page.text()
  expect(html).toContain(messages[0]?.code)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('shows a mail as it would have been sent, where its words run nothing', async () => {
  const hostile = '<p>Hi</p><script>parent.alert(1)</script>'
  await mailer.client.sendMail({ to: 'h@mail.example', subject: '"><script>', text: '</pre>', html: hostile })
  const [newest] = (await (await read(`${ORIGIN}/dev/inbox.json`)).json()) as { readonly id: number }[]
  const html = await (await read(`${ORIGIN}/dev/inbox`)).text()
  expect(html).toContain(`<details open><summary>&quot;&gt;&lt;script&gt;</summary><iframe`)
  expect(html).toMatch(new RegExp(`<iframe [^>]*sandbox src="/dev/inbox/${newest?.id}"`))
  expect(html).not.toContain('parent.alert')
  // There its links lead somewhere.
  expect(html).toMatch(new RegExp(`<a href="/dev/inbox/${newest?.id}" [^>]*target="_blank"`))
  // One script, and its hash is in the policy.
  expect(html.match(/<script/g)).toHaveLength(1)
  const mail = await read(`${ORIGIN}/dev/inbox/${newest?.id}`)
  expect(await mail.text()).toBe(hostile)
  const policy = mail.headers.get('content-security-policy')
  expect(policy).toMatch(/; sandbox$/)
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('script-src')
})

test.each(['0', '999999', 'x', '1e999', '1;drop'])('there is no mail %s', async id => {
  expect((await read(`${ORIGIN}/dev/inbox/${id}`)).status).toBe(404)
})

test('a name that points at this machine reads nothing', async () => {
  expect((await read('http://rebound.example:4401/dev/inbox.json')).status).toBe(403)
  expect((await read('http://127.0.0.1:4401/dev/inbox.json')).status).toBe(200)
})

test.each(['203.0.113.7', '10.0.0.2', '2001:db8::1', '::ffff:203.0.113.7', 'unknown'])(
  'a connection from %s reads nothing, whatever its headers say',
  async from => {
    const headers = { host: 'localhost:4401', 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1' }
    expect((await read(`${ORIGIN}/dev/inbox.json`, from, headers)).status).toBe(403)
    for (const page of ['/dev/inbox', '/dev/inbox/1'])
      expect((await read(`${ORIGIN}${page}`, from, headers)).status).toBe(403)
  },
)

test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
  'a connection from %s reads it',
  async from => {
    expect((await read(`${ORIGIN}/dev/inbox.json`, from)).status).toBe(200)
  },
)

test.each([
  [{ 'x-forwarded-for': '203.0.113.7' }, 403],
  [{ 'x-forwarded-for': '127.0.0.1, 203.0.113.7:5678' }, 403],
  [{ 'x-forwarded-for': '203.0.113.7, 127.0.0.1' }, 403],
  [{ forwarded: 'for="[2001:db8::1]:443";proto=https' }, 403],
  [{ forwarded: 'proto=https;for=unknown' }, 403],
  [{ 'x-forwarded-for': '127.0.0.1, [::1]:443' }, 200],
] as const)('a tunnel on this machine that says %j is answered %i', async (headers, status) => {
  expect((await read(`${ORIGIN}/dev/inbox.json`, '127.0.0.1', headers)).status).toBe(status)
  expect((await read(`${ORIGIN}/dev/inbox`, '127.0.0.1', headers)).status).toBe(status)
})

test('does not exist in production', async () => {
  const production = server.second({ settings: { ...server.ctx.settings, development: false } })
  expect((await production.request(`${ORIGIN}/dev/inbox.json`)).status).toBe(404)
  for (const page of ['/dev/inbox', '/dev/inbox/1'])
    expect((await production.request(`${ORIGIN}${page}`)).status).toBe(404)
})
