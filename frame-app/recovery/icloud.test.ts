import { expect, it } from 'vitest'
import { createICloud } from './icloud.ts'
import { type Answer, type Asked, startVendor } from './testing/loopback.ts'

const SECRET = 'c'.repeat(42).concat('A')
const { signal } = new AbortController()
const app = { id: 'app_1', name: 'Shop' }
/** Base64, which a query must not take as it is. */
const TOKEN = 'a+b/c=='

async function icloud(answer: (asked: Asked) => Answer | null) {
  const vendor = await startVendor(answer)
  const settings = {
    url: vendor.url,
    container_identifier: 'iCloud.example.shop',
    api_token: 'api-1',
    environment: 'production',
  } as const
  return { ...vendor, store: createICloud(app, settings, TOKEN, vendor.url) }
}
const bodyOf = (asked: Asked | undefined) => JSON.parse(asked?.body ?? '')
const PATH = '/database/1/iCloud.example.shop/production/private/records'
const echoed = (asked: Asked) => ({
  body: { records: [{ recordName: bodyOf(asked).operations[0].record.recordName }] },
})

it('creates a record of ours under a random name, with both tokens encoded in the query', async () => {
  const { store, asked } = await icloud(echoed)
  const [first, second] = [await store.keep(SECRET, signal), await store.keep(SECRET, signal)]
  expect(first).toMatch(/^[\w-]{22}$/)
  expect(second).not.toBe(first)
  expect(asked[0]?.method).toBe('POST')
  expect(asked[0]?.url).toBe(`${PATH}/modify?ckAPIToken=api-1&ckWebAuthToken=a%2Bb%2Fc%3D%3D`)
  expect(bodyOf(asked[0])).toEqual({
    operations: [
      {
        operationType: 'create',
        record: {
          recordType: 'VitrineRecovery',
          recordName: first,
          fields: {
            version: { value: 1 },
            secret: { value: SECRET },
            name: { value: 'Wallet recovery key of Shop (app_1)' },
          },
        },
      },
    ],
  })
})

it('looks the record up, and takes it away', async () => {
  const { store, asked } = await icloud(({ url }) => ({
    body: {
      records: [
        url.includes('/lookup')
          ? { recordName: 'r1', fields: { version: { value: 1, type: 'INT64' }, secret: { value: SECRET } } }
          : { recordName: 'r1', deleted: true },
      ],
    },
  }))
  expect(await store.find('r1', signal)).toBe(SECRET)
  await store.discard('r1', signal)
  expect(asked.map(({ url }) => url.split('?')[0])).toEqual([`${PATH}/lookup`, `${PATH}/modify`])
  expect(asked.map(bodyOf)).toEqual([
    { records: [{ recordName: 'r1' }] },
    { operations: [{ operationType: 'forceDelete', record: { recordName: 'r1' } }] },
  ])
})

it('goes on with the token that each answer brings', async () => {
  let turn = 0
  const { store, asked } = await icloud(one => ({
    ...echoed(one),
    headers: { 'X-Apple-CloudKit-Web-Auth-Token': `next+${++turn}` },
  }))
  for (let call = 0; call < 3; call++) await store.keep(SECRET, signal)
  expect(asked.map(({ url }) => new URL(url, 'http://x').searchParams.get('ckWebAuthToken'))).toEqual([
    TOKEN,
    'next+1',
    'next+2',
  ])
})

it.each([
  ['the token is refused', { status: 401, body: { serverErrorCode: 'AUTHENTICATION_FAILED' } }, 'refused'],
  ['nobody is logged in', { status: 400, body: { serverErrorCode: 'AUTHENTICATION_REQUIRED' } }, 'refused'],
  ['the account may not', { status: 403, body: { serverErrorCode: 'ACCESS_DENIED' } }, 'refused'],
  [
    'another account has it',
    { body: { records: [{ recordName: 'r1', serverErrorCode: 'NOT_FOUND' }] } },
    'elsewhere',
  ],
  ['there is no room', { body: { records: [{ serverErrorCode: 'QUOTA_EXCEEDED' }] } }, 'full'],
  ['there is no room at all', { status: 413, body: { serverErrorCode: 'QUOTA_EXCEEDED' } }, 'full'],
  ['too much is asked', { status: 429, body: { serverErrorCode: 'THROTTLED' } }, 'away'],
  ['it is to be tried again', { status: 503, body: { serverErrorCode: 'TRY_AGAIN_LATER' } }, 'away'],
  ['it is down', { status: 502 }, 'away'],
  ['the connection breaks', null, 'away'],
  ['it answers something else', { body: 'hello' }, 'unexpected'],
  ['it answers nothing', { body: { records: [] } }, 'unexpected'],
  [
    'it has a record without a secret',
    { body: { records: [{ recordName: 'r1', fields: {} }] } },
    'unexpected',
  ],
] as const)('says that %s', async (_, answer, kind) => {
  const { store } = await icloud(() => answer)
  await expect(store.find('r1', signal)).rejects.toMatchObject({ kind })
})

it('does not take another record for the one that it made', async () => {
  const { store } = await icloud(() => ({ body: { records: [{ recordName: 'other' }] } }))
  await expect(store.keep(SECRET, signal)).rejects.toMatchObject({ kind: 'unexpected' })
})
