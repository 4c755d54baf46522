import { afterEach, expect, test, vi } from 'vitest'
import { createVitrineServer } from '../create-server.ts'
import { startHttpServer } from '../testing/http-server.ts'
import { createSessionWatch } from './session-watch.ts'

let stop: (() => Promise<void>) | undefined
afterEach(async () => {
  vi.useRealTimers()
  await stop?.()
})

const SESSION = { sessionId: 'session_1', userId: 'user_1' }
const USER = {
  ...{ id: 'user_1', created_at: 1, has_accepted_terms: true, is_guest: false },
  ...{ linked_accounts: [], mfa_methods: [], custom_metadata: { tier: 'gold' }, last_login_at: 1 },
  ...{ active_sessions: 1, merged_into: null, merged_users: [] },
}

/** A wallet that says of the session what `owner` is, and keeps count. */
async function watchOf(checkEveryS: number) {
  const wallet = { owner: 'user_1' as string | null, status: 200, sessions: 0, users: 0 }
  const server = await startHttpServer(({ url = '' }, response) => {
    const isSession = url.endsWith('/active')
    wallet[isSession ? 'sessions' : 'users']++
    const { owner, status } = wallet
    const activity = owner ? { active: true, user_id: owner, expires_at: 2_000_000_000 } : { active: false }
    response.writeHead(status).end(JSON.stringify(isSession ? activity : USER))
  })
  stop = server.stop
  const vitrine = createVitrineServer({ appId: 'app_1', appSecret: 'secret', walletOrigin: server.origin })
  return { wallet, watch: createSessionWatch(vitrine, checkEveryS) }
}

test('many pages at once are one question, and the answer has nothing that only a backend may know', async () => {
  const { wallet, watch } = await watchOf(30)
  const users = await Promise.all(Array.from({ length: 20 }, () => watch.look(SESSION)))
  expect([wallet.sessions, wallet.users]).toEqual([1, 1])
  expect(users[7]).toEqual({
    ...{ id: 'user_1', createdAt: new Date(1000), hasAcceptedTerms: true, isGuest: false },
    ...{ linkedAccounts: [], mfaMethods: [] },
  })
})

test('an answer holds for its time: that of the session, and longer that of the user', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { wallet, watch } = await watchOf(30)
  await watch.look(SESSION)
  wallet.owner = null
  vi.setSystemTime(Date.now() + 29_000)
  expect(await watch.look(SESSION)).not.toBeNull()
  vi.setSystemTime(Date.now() + 1_000)
  expect(await watch.look(SESSION)).toBeNull()
  expect([wallet.sessions, wallet.users]).toEqual([2, 1])
  vi.setSystemTime(Date.now() + 300_000)
  await watch.look(SESSION)
  expect(wallet.users).toBe(2)
})

test('a session that is another user’s now is nobody’s', async () => {
  const { wallet, watch } = await watchOf(0)
  wallet.owner = 'user_2'
  expect(await watch.look(SESSION)).toBeNull()
})

test('a user who is gone is nobody, and a failure is held for nobody', async () => {
  const { wallet, watch } = await watchOf(30)
  wallet.status = 400
  await expect(watch.look(SESSION)).rejects.toMatchObject({ name: 'VitrineError' })
  wallet.status = 200
  expect(await watch.look(SESSION)).not.toBeNull()
})

test('what a login told is not asked, until something of the user changes', async () => {
  const { wallet, watch } = await watchOf(30)
  const user = await watch.look(SESSION)
  const other = { sessionId: 'session_2', userId: 'user_1' }
  if (user) watch.begin(other, user)
  await watch.look(other)
  expect([wallet.sessions, wallet.users]).toEqual([1, 1])
  watch.forgetUser('user_1')
  await watch.look(other)
  expect([wallet.sessions, wallet.users]).toEqual([1, 2])
})
