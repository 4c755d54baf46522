import { EncryptJWT, UnsecuredJWT } from 'jose'
import { afterEach, expect, test, vi } from 'vitest'
import { createSealer } from './sealed-session.ts'

afterEach(() => void vi.useRealTimers())

const SECRET = 'a secret that nobody guesses, ever'
const APP = { appId: 'app_1', walletOrigin: 'https://wallet.example' }
const session = () => ({ sessionId: 'session_1', userId: 'user_1', expiresAt: new Date(Date.now() + 60_000) })

test('a cookie is opened by the site that sealed it, and says nothing to others', async () => {
  const sealer = createSealer(SECRET, APP)
  const { expiresAt, ...rest } = session()
  const sealed = await sealer.seal({ ...rest, expiresAt })
  expect(await sealer.open(sealed)).toEqual({
    ...rest,
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    expiresAt: new Date(Math.floor(expiresAt.getTime() / 1000) * 1000),
  })
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('user_1')
  expect(sealed).toMatch(/^[\w.-]{1,1000}$/)
})

test('each cookie is another one, also of the same session', async () => {
  const sealer = createSealer(SECRET, APP)
  const [one, two] = await Promise.all([sealer.seal(session()), sealer.seal(session())])
  expect((await sealer.open(one))?.id).not.toBe((await sealer.open(two))?.id)
})

test.each([
  ['another secret', createSealer(`${SECRET}!`, APP)],
  ['another app', createSealer(SECRET, { ...APP, appId: 'app_2' })],
  ['another wallet', createSealer(SECRET, { ...APP, walletOrigin: 'https://other.example' })],
])('a cookie of %s is nobody’s', async (_, other) => {
  expect(await createSealer(SECRET, APP).open(await other.seal(session()))).toBeNull()
})

test('a cookie is over with its time', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const sealer = createSealer(SECRET, APP)
  const sealed = await sealer.seal(session())
  vi.setSystemTime(Date.now() + 61_000)
  expect(await sealer.open(sealed)).toBeNull()
})

test.each<[string, () => Promise<string> | string]>([
  ['nothing', () => ''],
  ['no token', () => 'cookie'],
  ['a token that is not sealed', () => new UnsecuredJWT({ sid: 'session_1', sub: 'user_1' }).encode()],
  ['more than a cookie holds', () => 'a'.repeat(5000)],
  [
    'a token sealed under the secret itself',
    () =>
      new EncryptJWT({ sid: 'session_1', sub: 'user_1', jti: 'x', iss: APP.walletOrigin, aud: APP.appId })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime('1h')
        .encrypt(new TextEncoder().encode(SECRET).slice(0, 32)),
  ],
])('%s is nobody’s', async (_, make) => {
  expect(await createSealer(SECRET, APP).open(await make())).toBeNull()
})

test('a cookie that was changed is nobody’s', async () => {
  const sealer = createSealer(SECRET, APP)
  const parts = (await sealer.seal(session())).split('.')
  const text = parts[3] ?? ''
  parts[3] = (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
  expect(await sealer.open(parts.join('.'))).toBeNull()
})

test('of several secrets the first seals and all open', async () => {
  const old = createSealer(SECRET, APP)
  const next = 'another secret that nobody guesses'
  const both = createSealer([next, SECRET], APP)
  expect(await both.open(await old.seal(session()))).not.toBeNull()
  expect(await createSealer(next, APP).open(await both.seal(session()))).not.toBeNull()
  expect(await old.open(await both.seal(session()))).toBeNull()
})

test.each([['short'], [''], [[]], [undefined as never], [[SECRET, 'short']]])(
  'a secret that could be guessed is refused: %s',
  secret => {
    expect(() => createSealer(secret, APP)).toThrow('`cookieSecret`')
  },
)
