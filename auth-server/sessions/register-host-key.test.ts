import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAlive } from '../account-changes/testing/steps.ts'
import { callAs, type LoggedIn, logIn } from '../testing/client.ts'
import { createDevice } from '../testing/device.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import {
  createHostKey,
  type HostKey,
  logInWithKey,
  NOT_SIGNED,
  NOTHING,
  RESTRICTED,
  register,
  resume,
  tryToResume,
} from './testing/host-key.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let people = 0
const address = () => `person${++people}@register.example`
const withKey = (key?: HostKey, email = address()) => logInWithKey(server, email, key)
const resumeNow = async (key: HostKey) => tryToResume(server, key, await createDevice())
const logout = (who: LoggedIn) => callAs(server, who, '/api/v1/sessions/logout', { body: {} })

describe('a registration', () => {
  test('takes the key’s own signature for it, for this device, origin and nonce', async () => {
    const first = await logIn(server, address())
    const key = createHostKey()
    const stranger = createHostKey()
    expect(await register(server, first, { ...key, sign: stranger.sign })).toMatchObject(NOT_SIGNED)
    for (const words of [
      { purpose: 'resume' },
      { thumbprint: 't'.repeat(43) },
      { nonce: 'other' },
    ] as const) {
      const who = await logIn(server, address())
      expect(await register(server, who, key, { words })).toMatchObject(NOT_SIGNED)
    }
    const origin = 'https://evil.example'
    const who = await logIn(server, address())
    expect(await register(server, who, key, { words: { origin }, body: { origin } })).toMatchObject({
      status: 403,
      body: { code: 'invalid_origin' },
    })
    expect(await resumeNow(key)).toMatchObject(NOTHING)
  })

  test('is refused to a resumed session', async () => {
    const { key } = await withKey()
    const back = await resume(server, key)
    expect(await register(server, back, createHostKey())).toMatchObject(RESTRICTED)
  })

  test('by another user ends what the key led to', async () => {
    const { first, key } = await withKey()
    const back = await resume(server, key)
    const { first: other } = await withKey(key)
    expect(await isAlive(server, first)).toBe(false)
    expect(await isAlive(server, back)).toBe(false)
    expect((await resume(server, key)).user.id).toBe(other.user.id)
  })

  test('by the same user in another page keeps both logins, which end together', async () => {
    const email = address()
    const { first, key } = await withKey(createHostKey(), email)
    const back = await resume(server, key)
    const { first: second } = await withKey(key, email)
    expect(await isAlive(server, first)).toBe(true)
    expect((await logout(back)).status).toBe(200)
    for (const who of [first, second, back]) expect(await isAlive(server, who)).toBe(false)
    expect(await resumeNow(key)).toMatchObject(NOTHING)
  })
})
