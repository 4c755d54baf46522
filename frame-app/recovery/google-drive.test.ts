import { appConfig } from '@vitrine/shared/config/app-config.ts'
import { describe, expect, it } from 'vitest'
import { CloudProblem } from './cloud-store.ts'
import { createGoogleDrive } from './google-drive.ts'
import { type Answer, type Asked, startVendor } from './testing/loopback.ts'

const SECRET = 'c'.repeat(42).concat('A')
const { signal } = new AbortController()
const NAME = "Wallet recovery key of Ada\u2019s \\ O'Shop (app_1)"

async function drive(answer: (asked: Asked) => Answer | null) {
  const vendor = await startVendor(answer)
  const app = appConfig.parse({
    id: 'app_1',
    name: "Ada\u2019s \\ O'Shop",
    data_classification: 'public',
    verification_key: '',
    embedded_wallet_config: { google_drive_url: vendor.url },
  })
  return { ...vendor, store: createGoogleDrive(app, 'token-1', vendor.url) }
}
const content = (secret: unknown = SECRET) => ({ body: { version: 1, secret } })
const refused = (status: number, reason: string) => ({ status, body: { error: { errors: [{ reason }] } } })

it('uploads a file with its metadata into the app’s own folder, by the person’s token and no cookie', async () => {
  const { store, asked } = await drive(() => ({ body: { id: 'file-1' } }))
  expect(await store.keep(SECRET, signal)).toBe('file-1')
  const [upload] = asked
  expect(upload).toMatchObject({
    method: 'POST',
    url: '/upload/drive/v3/files?uploadType=multipart&fields=id',
    headers: { authorization: 'Bearer token-1' },
  })
  expect(upload?.headers.cookie).toBeUndefined()
  expect(upload?.headers.referer).toBeUndefined()
  const [, boundary = ''] =
    /^multipart\/related; boundary=(\S+)$/.exec(upload?.headers['content-type'] ?? '') ?? []
  // RFC 2387: parts between delimiters, each with its own type, and the end.
  const parts = upload?.body.split(`--${boundary}`) ?? []
  expect([parts.length, parts[0], parts.at(-1)]).toEqual([4, '', '--'])
  const jsons = parts.slice(1, 3).map(part => {
    const [head, body = ''] = part.split('\r\n\r\n')
    expect(head).toBe('\r\ncontent-type: application/json; charset=UTF-8')
    return JSON.parse(body)
  })
  expect(jsons).toEqual([
    { name: NAME, mimeType: 'application/json', parents: ['appDataFolder'] },
    { version: 1, secret: SECRET },
  ])
})

it('reads the file by its id', async () => {
  const { store, asked } = await drive(() => content())
  expect(await store.find('file-1', signal)).toBe(SECRET)
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /drive/v3/files/file-1?alt=media'])
  expect(asked[0]?.headers.authorization).toBe('Bearer token-1')
})

it('looks for the file by its name where its id is gone', async () => {
  const { store, asked } = await drive(({ url }) => {
    if (url.startsWith('/drive/v3/files?'))
      return { body: { files: [{ id: 'gone' }, { id: 'file-2', name: NAME }] } }
    return url.includes('file-2') ? content() : { status: 404 }
  })
  expect(await store.find('file-1', signal)).toBe(SECRET)
  const query = new URL(asked[1]?.url ?? '', 'http://x').searchParams
  expect(Object.fromEntries(query)).toEqual({
    spaces: 'appDataFolder',
    // Quotes and backslashes are escaped: a name ends no query.
    q: String.raw`name='Wallet recovery key of Ada’s \\ O\'Shop (app_1)'`,
    fields: 'files(id,name)',
  })
})

it('takes the file away again, and does not mind that it is gone', async () => {
  const { store, asked } = await drive(({ url }) => ({ status: url.endsWith('file-1') ? 204 : 404 }))
  await store.discard('file-1', signal)
  await store.discard('file-2', signal)
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'DELETE /drive/v3/files/file-1',
    'DELETE /drive/v3/files/file-2',
  ])
})

describe('what went wrong', () => {
  it.each([
    ['the token is refused', refused(401, 'authError'), 'refused'],
    ['the person left the box unticked', refused(403, 'insufficientPermissions'), 'refused'],
    ['there is no room', refused(403, 'storageQuotaExceeded'), 'full'],
    ['too much is asked', refused(403, 'userRateLimitExceeded'), 'away'],
    ['too much is asked, by its status', { status: 429 }, 'away'],
    ['Drive is down', { status: 503 }, 'away'],
    ['the connection breaks', null, 'away'],
    ['it answers something else', { body: ['<html>'] }, 'unexpected'],
    ['it names a file that is none', { body: { id: '../me' } }, 'unexpected'],
  ] as const)('%s', async (_, answer, kind) => {
    const { store } = await drive(() => answer)
    await expect(store.keep(SECRET, signal)).rejects.toMatchObject({ kind })
    await expect(store.keep(SECRET, signal)).rejects.toBeInstanceOf(CloudProblem)
  })

  it('is that it sends us elsewhere: nobody else gets the token', async () => {
    const { store, asked } = await drive(({ url }) =>
      url === '/elsewhere' ? content() : { status: 307, headers: { location: '/elsewhere' } },
    )
    await expect(store.find('file-1', signal)).rejects.toMatchObject({ kind: 'away' })
    expect(asked.map(({ url }) => url)).not.toContain('/elsewhere')
  })

  it('another account has no such file', async () => {
    const { store } = await drive(({ url }) =>
      url.startsWith('/drive/v3/files?') ? { body: { files: [] } } : { status: 404 },
    )
    await expect(store.find('file-1', signal)).rejects.toMatchObject({ kind: 'elsewhere' })
  })

  it.each([
    ['of another version', { version: 2, secret: SECRET }],
    ['too short', { version: 1, secret: 'AAAA' }],
    ['nothing', null],
  ])('a file that is %s opens nothing', async (_, body) => {
    const { store } = await drive(() => ({ body }))
    await expect(store.find('file-1', signal)).rejects.toMatchObject({ kind: 'unexpected' })
  })

  it('ends with the signal’s reason when the person leaves', async () => {
    const leaving = new AbortController()
    const { store } = await drive(() => {
      leaving.abort()
      return content()
    })
    const left = await store.find('file-1', leaving.signal).catch((error: unknown) => error)
    expect(left).toBe(leaving.signal.reason)
  })
})
