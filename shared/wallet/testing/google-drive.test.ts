import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALLBACK_PATH } from '../../account/login-facts.ts'
import { APP_DATA_SCOPE, type GoogleDrive, startGoogleDrive } from './google-drive.ts'

const REDIRECT_URI = `https://wallet.shop.example${CALLBACK_PATH}`
const VERIFIER = randomBytes(32).toString('base64url')
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

let google: GoogleDrive
beforeAll(async () => {
  google = await startGoogleDrive({ redirectUri: REDIRECT_URI })
})
afterAll(() => google.stop())

const asked = (changed: Readonly<Record<string, string>> = {}) =>
  new URLSearchParams({
    client_id: google.client.client_id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: APP_DATA_SCOPE,
    state: 'the-state',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    access_type: 'online',
    ...changed,
  })

/** What the form of Google's page sends. */
async function say(words: Readonly<Record<string, string>>) {
  const response = await fetch(google.client.authorization_endpoint, {
    method: 'POST',
    body: asked(words),
    redirect: 'manual',
  })
  return new URL(response.headers.get('location') ?? 'none:').searchParams
}

const redeem = (form: Readonly<Record<string, string>>) =>
  fetch(google.client.token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: google.client.client_id,
      client_secret: google.client.client_secret,
      grant_type: 'authorization_code',
      redirect_uri: REDIRECT_URI,
      code_verifier: VERIFIER,
      ...form,
    }),
  })

async function tokenOf(account: string): Promise<string> {
  const code = (await say({ account })).get('code') ?? ''
  const { access_token } = (await (await redeem({ code })).json()) as { access_token: string }
  return access_token
}

const drive = (token: string, path: string, init: RequestInit = {}) =>
  fetch(google.url + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } })

function upload(token: string, metadata: object, content = 'a secret') {
  const body = [
    '--part\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n',
    JSON.stringify(metadata),
    `\r\n--part\r\nContent-Type: text/plain\r\n\r\n${content}\r\n--part--`,
  ].join('')
  return drive(token, '/upload/drive/v3/files?uploadType=multipart&fields=id', {
    method: 'POST',
    headers: { 'content-type': 'multipart/related; boundary=part' },
    body,
  })
}

const HIDDEN = { name: 'wallet', parents: ['appDataFolder'] }
const reason = async (response: Response) => {
  const body = (await response.json()) as { error: { errors: [{ reason: string }] } }
  return [response.status, body.error.errors[0].reason] as const
}
const ids = async (token: string, search: string) => {
  const response = await drive(token, `/drive/v3/files?spaces=appDataFolder&${search}`)
  return ((await response.json()) as { files: { id: string }[] }).files.map(it => it.id)
}

describe('leave', () => {
  test.each([
    ['client_id', 'another', 'invalid_client'],
    ['redirect_uri', `${REDIRECT_URI}/x`, 'redirect_uri_mismatch'],
    ['response_type', 'token', 'unsupported_response_type'],
    ['scope', `${APP_DATA_SCOPE} https://www.googleapis.com/auth/drive`, 'invalid_scope'],
    ['code_challenge_method', 'plain', 'invalid_request'],
    ['code_challenge', 'short', 'invalid_request'],
    ['access_type', 'always', 'invalid_request'],
  ])('is not asked for with a wrong %s', async (name, value, error) => {
    const response = await fetch(`${google.client.authorization_endpoint}?${asked({ [name]: value })}`)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(error)
  })

  test('is asked for on a page that no page frames, and given with the state', async () => {
    const page = await fetch(`${google.client.authorization_endpoint}?${asked()}`)
    expect([page.status, page.headers.get('x-frame-options')]).toEqual([200, 'DENY'])
    const answer = await say({ account: 'ada' })
    expect(answer.get('state')).toBe('the-state')
    expect(await (await redeem({ code: answer.get('code') ?? '' })).json()).toEqual({
      access_token: expect.stringMatching(/^ya29\./),
      expires_in: 3599,
      scope: APP_DATA_SCOPE,
      token_type: 'Bearer',
    })
  })

  test('that is refused comes back as that', async () => {
    expect(Object.fromEntries(await say({ account: 'ada', no: '1' }))).toEqual({
      state: 'the-state',
      error: 'access_denied',
    })
  })

  test.each([
    ['client_secret', 'wrong', 401, 'invalid_client'],
    ['redirect_uri', 'https://else.example/', 400, 'redirect_uri_mismatch'],
    ['code_verifier', 'wrong', 400, 'invalid_grant'],
    ['grant_type', 'refresh_token', 400, 'unsupported_grant_type'],
  ])('is not redeemed with a wrong %s', async (name, value, status, error) => {
    const code = (await say({ account: 'ada' })).get('code') ?? ''
    const response = await redeem({ code, [name]: value })
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([status, error])
  })

  test('is redeemed once, by a client that may say its secret in a header', async () => {
    const code = (await say({ account: 'ada' })).get('code') ?? ''
    const { client_id, client_secret } = google.client
    const form = {
      grant_type: 'authorization_code',
      redirect_uri: REDIRECT_URI,
      code_verifier: VERIFIER,
      code,
    }
    const byHeader = await fetch(google.client.token_endpoint, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` },
      body: new URLSearchParams(form),
    })
    expect(byHeader.status).toBe(200)
    expect((await redeem({ code })).status).toBe(400)
  })
})

describe('the hidden folder', () => {
  test('keeps a file for one account, finds it by its name and deletes it', async () => {
    const [ada, eve] = [await tokenOf('ada-1'), await tokenOf('eve-1')]
    const { id } = (await (await upload(ada, HIDDEN)).json()) as { id: string }
    await upload(ada, { ...HIDDEN, name: "else's" })
    expect(
      await ids(ada, `q=${encodeURIComponent("name = 'wallet' and trashed = false")}&fields=files(id)`),
    ).toEqual([id])
    expect(await ids(ada, `q=${encodeURIComponent("name = 'else\\'s'")}`)).toHaveLength(1)
    expect(await (await drive(ada, `/drive/v3/files/${id}?alt=media`)).text()).toBe('a secret')
    expect(await ids(eve, '')).toEqual([])
    expect(await reason(await drive(eve, `/drive/v3/files/${id}?alt=media`))).toEqual([404, 'notFound'])
    expect((await drive(ada, `/drive/v3/files/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect(google.files('ada-1').map(it => it.name)).toEqual(["else's"])
  })

  test('is all that its scope reaches', async () => {
    const token = await tokenOf('ada-2')
    expect(await reason(await drive(token, '/drive/v3/files'))).toEqual([403, 'insufficientScopes'])
    expect((await upload(token, { name: 'wallet' })).status).toBe(403)
    expect(google.files('ada-2')).toEqual([])
  })

  test.each([
    ['an unknown field', 'spaces=appDataFolder&fields=files(secret)'],
    ['a query that is none', 'spaces=appDataFolder&q=wallet'],
    ['no page size', 'spaces=appDataFolder&pageSize=0'],
  ])('is not listed by %s', async (_, search) => {
    expect((await drive(await tokenOf('ada-3'), `/drive/v3/files?${search}`)).status).toBe(400)
  })

  test('takes no upload that breaks off', async () => {
    const broken = await drive(await tokenOf('ada-4'), '/upload/drive/v3/files?uploadType=multipart', {
      method: 'POST',
      headers: { 'content-type': 'multipart/related; boundary=part' },
      body: '--part\r\nContent-Type: application/json\r\n\r\n{"parents":["appDataFolder"]}\r\n--part\r\n\r\nhalf',
    })
    expect(await reason(broken)).toEqual([400, 'badContent'])
    expect(google.files('ada-4')).toEqual([])
  })

  test('opens to nobody without a token, with a spent one, or after the person took the leave away', async () => {
    const [first, other] = [await tokenOf('ada-5'), await tokenOf('eve-5')]
    expect(await reason(await drive('nonsense', '/drive/v3/files?spaces=appDataFolder'))).toEqual([
      401,
      'authError',
    ])
    google.revoke('ada-5')
    expect((await drive(first, '/drive/v3/files?spaces=appDataFolder')).status).toBe(401)
    expect((await drive(other, '/drive/v3/files?spaces=appDataFolder')).status).toBe(200)
    google.expireTokens()
    expect((await drive(other, '/drive/v3/files?spaces=appDataFolder')).status).toBe(401)
  })

  test('fails as a test has it fail, and once', async () => {
    const token = await tokenOf('ada-6')
    google.failNext('full')
    expect(await reason(await upload(token, HIDDEN))).toEqual([403, 'storageQuotaExceeded'])
    google.failNext('cut')
    await expect(upload(token, HIDDEN)).rejects.toThrow()
    expect(google.files('ada-6')).toEqual([])
    expect((await upload(token, HIDDEN)).status).toBe(200)
    google.empty('ada-6')
    expect(await ids(token, '')).toEqual([])
  })

  test('answers a call that is held back when it is let go', async () => {
    const token = await tokenOf('ada-7')
    const held = google.holdNext()
    const uploading = upload(token, HIDDEN)
    await held.arrived
    expect(google.files('ada-7')).toEqual([])
    held.release()
    expect((await uploading).status).toBe(200)
  })

  test('may be asked by a page of any origin, which cookies do not follow', async () => {
    const preflight = await fetch(`${google.url}/drive/v3/files`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://wallet.shop.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://wallet.shop.example')
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization')
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
  })
})
