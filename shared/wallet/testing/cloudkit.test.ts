import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALLBACK_PATH } from '../../account/login-facts.ts'
import { type CloudKit, startCloudKit } from './cloudkit.ts'

const CALLBACK = `https://wallet.shop.example${CALLBACK_PATH}`
const NEXT = 'x-apple-cloudkit-web-auth-token'

let apple: CloudKit
let production: CloudKit
beforeAll(async () => {
  apple = await startCloudKit({ callbackUrl: CALLBACK })
  production = await startCloudKit({
    callbackUrl: CALLBACK,
    environment: 'production',
    recordTypes: ['Recovery'],
  })
})
afterAll(() => Promise.all([apple.stop(), production.stop()]))

interface FirstRecord {
  readonly recordName: string
  readonly recordChangeTag: string
  readonly serverErrorCode: string
  readonly fields: Readonly<Record<string, { readonly value: unknown }>>
}

interface Asked {
  readonly at?: CloudKit
  readonly token?: string
  readonly changed?: Readonly<Record<string, string>>
}

function call(operation: string, body: unknown, { at = apple, token, changed = {} }: Asked = {}) {
  const { container_identifier, api_token, environment, url } = at.icloud
  const where = { container: container_identifier, environment, apiToken: api_token, ...changed }
  const search = new URLSearchParams({ ckAPIToken: where.apiToken })
  if (token !== undefined) search.set('ckWebAuthToken', token)
  const path = `/database/1/${where.container}/${where.environment}/${operation}?${search}`
  return fetch(url + path, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) })
}

async function signInAddress(at: CloudKit): Promise<string> {
  const response = await call('public/users/caller', undefined, { at })
  return ((await response.json()) as { redirectURL: string }).redirectURL
}

/** What the form of Apple's page sends. */
async function signIn(account: string, at = apple): Promise<string> {
  const response = await fetch(await signInAddress(at), {
    method: 'POST',
    body: new URLSearchParams({ account }),
    redirect: 'manual',
  })
  const back = response.headers.get('location') ?? ''
  expect(back.split('?')[0]).toBe(CALLBACK)
  expect(back.split('?')[1]).toMatch(/^ckWebAuthToken=[\w%.-]+$/)
  return new URL(back).searchParams.get('ckWebAuthToken') ?? ''
}

const create = (recordName: string, recordType = 'Recovery') => ({
  operations: [
    {
      operationType: 'create',
      record: { recordName, recordType, fields: { secret: { value: 'a secret' } } },
    },
  ],
})
const lookup = (recordName: string) => ({ records: [{ recordName }] })
const code = async (response: Response) =>
  [response.status, ((await response.json()) as { serverErrorCode: string }).serverErrorCode] as const
const first = async (response: Response) => ((await response.json()) as { records: [FirstRecord] }).records[0]

describe('who signs in', () => {
  test('is sent to a page of another origin, which sends back a token with what must be escaped', async () => {
    const response = await call('public/users/caller', undefined)
    expect(response.status).toBe(421)
    expect(await response.json()).toEqual({
      uuid: expect.any(String),
      serverErrorCode: 'AUTHENTICATION_REQUIRED',
      reason: 'request needs authorization',
      redirectURL: expect.stringContaining('http://127.0.0.1:'),
    })
    expect(new URL(await signInAddress(apple)).origin).not.toBe(apple.icloud.url)
    const token = await signIn('ada')
    for (const odd of ['+', '/', '=']) expect(token).toContain(odd)
    const caller = await call('public/users/caller', undefined, { token })
    expect(await caller.json()).toEqual({ userRecordName: expect.stringMatching(/^_[\da-f]{32}$/) })
  })

  test('has no way back when they say no', async () => {
    const response = await fetch(await signInAddress(apple), {
      method: 'POST',
      body: new URLSearchParams({ account: 'ada', no: '1' }),
      redirect: 'manual',
    })
    expect([response.status, response.headers.get('location')]).toEqual([200, null])
  })

  test.each([
    ['API token', { apiToken: 'another' }],
    ['container', { container: 'iCloud.example.other' }],
    ['environment', { environment: 'production' }],
  ])('is not known to a wrong %s', async (_, changed) => {
    const token = await signIn('ada')
    expect(await code(await call('private/records/lookup', lookup('a'), { token, changed }))).toEqual([
      401,
      'AUTHENTICATION_FAILED',
    ])
  })

  test('has one token at a time: each answer brings the next, and the last is worth nothing', async () => {
    const token = await signIn('ada')
    const answer = await call('private/records/lookup', lookup('a'), { token })
    const next = answer.headers.get(NEXT) ?? ''
    expect(await code(await call('private/records/lookup', lookup('a'), { token }))).toEqual([
      421,
      'AUTHENTICATION_REQUIRED',
    ])
    expect((await call('private/records/lookup', lookup('a'), { token: next })).status).toBe(200)
  })

  test('is nobody to a token that an address garbled, or that the person ended', async () => {
    const token = await signIn('ada-0')
    const garbled = token.replaceAll('+', ' ')
    expect((await call('private/records/lookup', lookup('a'), { token: garbled })).status).toBe(421)
    apple.revoke('ada-0')
    expect((await call('private/records/lookup', lookup('a'), { token })).status).toBe(421)
  })

  test('may do so in a page of any origin, which may read the next token', async () => {
    const { url } = apple.icloud
    const answer = await fetch(`${url}/database/1/x`, { headers: { origin: 'https://wallet.shop.example' } })
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://wallet.shop.example')
    expect(answer.headers.get('access-control-expose-headers')?.toLowerCase()).toContain(NEXT)
  })
})

describe('the private database', () => {
  test('keeps a record for one account, which it alone finds', async () => {
    const [ada, eve] = [await signIn('ada-1'), await signIn('eve-1')]
    const made = await call('private/records/modify', create('wallet'), { token: ada })
    const next = made.headers.get(NEXT) ?? ''
    expect(await first(made)).toMatchObject({
      recordName: 'wallet',
      recordType: 'Recovery',
      fields: { secret: { value: 'a secret', type: 'STRING' } },
      deleted: false,
    })
    const found = await call('private/records/lookup', lookup('wallet'), { token: next })
    expect((await first(found)).fields.secret?.value).toBe('a secret')
    expect(await first(await call('private/records/lookup', lookup('wallet'), { token: eve }))).toEqual({
      recordName: 'wallet',
      reason: 'Record not found',
      serverErrorCode: 'NOT_FOUND',
    })
    expect(apple.records('ada-1')).toHaveLength(1)
    apple.empty('ada-1')
    expect(apple.records('ada-1')).toEqual([])
  })

  test('makes no record twice, and changes none for who has not seen its last state', async () => {
    let token = await signIn('ada-2')
    const operate = async (operationType: string, record: object) => {
      const answer = await call(
        'private/records/modify',
        { operations: [{ operationType, record }] },
        { token },
      )
      token = answer.headers.get(NEXT) ?? ''
      return first(answer)
    }
    const record = { recordName: 'wallet', recordType: 'Recovery', fields: { a: { value: '1' } } }
    const { recordChangeTag } = await operate('create', record)
    expect((await operate('create', record)).serverErrorCode).toBe('CONFLICT')
    expect((await operate('update', record)).serverErrorCode).toBe('CONFLICT')
    const more = { recordName: 'wallet', recordChangeTag, fields: { b: { value: '2' } } }
    expect(Object.keys((await operate('update', more)).fields)).toEqual(['a', 'b'])
    expect((await operate('delete', { recordName: 'wallet', recordChangeTag })).serverErrorCode).toBe(
      'CONFLICT',
    )
    expect(await operate('forceDelete', { recordName: 'wallet' })).toEqual({
      recordName: 'wallet',
      deleted: true,
    })
    expect((await operate('forceDelete', { recordName: 'wallet' })).serverErrorCode).toBe('NOT_FOUND')
  })

  test.each([
    ['a name that starts with an underscore', create('_wallet')],
    [
      'a field without a value',
      { operations: [{ operationType: 'create', record: { fields: { a: 'bare' } } }] },
    ],
    ['no operations', {}],
  ])('refuses %s', async (_, body) => {
    const token = await signIn('ada-3')
    expect(await code(await call('private/records/modify', body, { token }))).toEqual([400, 'BAD_REQUEST'])
  })

  test('in production has the types of its schema alone', async () => {
    const token = await signIn('ada', production)
    const refused = await call('private/records/modify', create('a', 'Else'), { at: production, token })
    const next = refused.headers.get(NEXT) ?? ''
    expect((await first(refused)).serverErrorCode).toBe('BAD_REQUEST')
    const made = await call('private/records/modify', create('a'), { at: production, token: next })
    expect((await first(made)).recordName).toBe('a')
  })

  test('fails as a test has it fail, without taking the token', async () => {
    const token = await signIn('ada-4')
    for (const [failure, is] of [
      ['full', [413, 'QUOTA_EXCEEDED']],
      ['busy', [429, 'THROTTLED']],
      ['broken', [500, 'INTERNAL_ERROR']],
    ] as const) {
      apple.failNext(failure)
      expect(await code(await call('private/records/modify', create('a'), { token }))).toEqual(is)
    }
    expect(apple.records('ada-4')).toEqual([])
    expect((await call('private/records/modify', create('a'), { token })).status).toBe(200)
  })
})
