import { ACCOUNT_DELETED } from '@vitrine/shared/errors/account-deleted.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createShareStore, placeOf } from '../vault/set/share-store.ts'
import { createFakeIndexedDb } from '../vault/testing/fake-indexed-db.ts'
import { createAuthorizedRequests } from './authorized-request.ts'
import { clearDevice } from './clear-device.ts'

const APP = 'app_1'
const DELETED = { appId: APP, userIds: ['user_1', 'user_taken_in'] }
const record = {
  version: 1,
  current: {
    setId: 's',
    sharingId: '1',
    share: 'v1.a.b',
    recovery: { method: 'privy', share: 'v1.c.d' },
    state: 'stored',
  },
  previous: null,
  wallets: [],
  imported: [],
  aside: [],
} as const

/** What stays of a storage with these names. */
function keep(names: readonly string[]) {
  const kept: Record<string, string> = Object.fromEntries(names.map(name => [name, 'x']))
  Object.defineProperty(kept, 'removeItem', { value: (name: string) => delete kept[name] })
  vi.stubGlobal('localStorage', kept)
  return () => Object.keys(kept)
}

let disk: ReturnType<typeof createFakeIndexedDb>
beforeEach(() => {
  disk = createFakeIndexedDb()
  vi.stubGlobal('indexedDB', disk.factory)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('shares and all that is remembered of a deleted user go, and nothing of others', async () => {
  const others = [
    'vitrine:sent:app_1:user_10',
    'vitrine:sent:app_2:user_1',
    'vitrine:last_login:app_2',
    'vitrine:calls:app_10:https://shop.example',
    'vitrine:browser',
    'elsewhere:app_1:user_1',
  ]
  const theirs = [
    'vitrine:recipients:app_1:user_1',
    'vitrine:holdings:app_1:user_1:0xabc',
    'vitrine:last_mfa:app_1:user_taken_in',
    'vitrine:calls:app_1:https://shop.example',
    'vitrine:greeting:app_1',
    'vitrine:last_login:app_1',
  ]
  const names = keep([...others, ...theirs])
  const owners = [...DELETED.userIds, 'user_10'].map(userId => placeOf({ appId: APP, userId }))
  for (const owner of owners)
    await createShareStore().write(owner, { ...record, wallets: [], imported: [], aside: [] })
  expect(await clearDevice(DELETED)).toBe(true)
  expect(names()).toEqual(others)
  expect([...(disk.stores.get('shares')?.keys() ?? [])]).toEqual([placeOf({ appId: APP, userId: 'user_10' })])
})

test.each(['disk', 'storage'])('a browser that refuses its %s is told of', async what => {
  const names = keep([])
  if (what === 'disk') disk.refuses.add('open')
  else
    vi.stubGlobal(
      'localStorage',
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new DOMException('Denied', 'SecurityError')
          },
        },
      ),
    )
  expect(await clearDevice(DELETED)).toBe(false)
  expect(names()).toEqual([])
})

test('a call that tells that its user was deleted ends the session there, and is not sent again', async () => {
  const onDeleted = vi.fn()
  const [request, accessToken] = [vi.fn(), vi.fn(async () => 'token')]
  const code = 'missing_or_invalid_token'
  const refusal = (message: string) => new VitrineError({ type: 'api_error', code, message, status: 401 })
  const parts = [{ request }, { accessToken }, { headers: async () => ({}) }] as unknown as readonly [
    never,
    never,
    never,
  ]
  const { send } = createAuthorizedRequests(...parts, () => undefined, onDeleted)
  const sent = () => send({ method: 'GET', path: '/users/me' } as never)
  request.mockRejectedValueOnce(refusal(ACCOUNT_DELETED))
  await expect(sent()).rejects.toThrow(ACCOUNT_DELETED)
  expect([onDeleted, request, accessToken].map(it => it.mock.calls.length)).toEqual([1, 1, 1])
  request.mockRejectedValueOnce(refusal('The session has ended.')).mockResolvedValueOnce('answer')
  expect(await sent()).toBe('answer')
  expect(onDeleted).toHaveBeenCalledOnce()
})
