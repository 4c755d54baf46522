import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectDatabase } from '../database/connect.ts'
import { useEmbedded } from '../database/embedded.ts'
import { call, initCode, type Signer } from '../testing/client.ts'
import { ORIGIN } from '../testing/server.ts'
import { startWholeServer, type WholeServer } from '../testing/whole-server.ts'

/** The server as an operator starts it, who collects what its processes write. */
let server: WholeServer
beforeAll(async () => {
  server = await startWholeServer({})
})
afterAll(() => server.stop())

/** What no line may hold, each sent where its name says. */
const SECRETS = {
  body: 's3cret-in-a-body',
  brokenBody: 's3cret-in-a-broken-body',
  query: 's3cret-in-a-query',
  path: 's3cret-in-a-path',
  parameter: 's3cret-in-a-parameter',
  asset: 's3cret-in-an-asset',
  token: 's3cret-in-a-token',
  cookie: 's3cret-in-a-cookie',
  requestId: 's3cret-in-an-id',
  app: 'app_s3cretInAHeader',
  recipient: 'refused.s3cret@mail.example',
} as const

/** What a process wrote comes when it comes: here, all lines up to that of the last request. */
const until = (requestId: string) =>
  vi.waitUntil(() => lines().some(line => line.msg === 'request' && line.request_id === requestId), 10_000)

/** A device that proves its key to this server, as the calls of tests take one. */
async function callingDevice(): Promise<Signer> {
  const { authorize, thumbprint, prove } = await server.createDevice()
  return {
    authorize,
    thumbprint,
    prove: (method, url, { overrides, ...options } = {}) =>
      prove({ method, url, ...options, ...(overrides && { claims: overrides }) }),
  }
}

const lines = (): Record<string, unknown>[] =>
  server
    .output()
    .split('\n')
    // The last may not be whole yet.
    .slice(0, -1)
    .filter(line => line !== '' && !line.startsWith('wallet  '))
    .map(line => JSON.parse(line))

test('each process writes one JSON object on a line, and no secret of a request or of an error', async () => {
  const json = { 'content-type': 'application/json', origin: ORIGIN, 'vitrine-app-id': server.appId }
  const headers = {
    authorization: `Bearer ${SECRETS.token}`,
    cookie: `session=${SECRETS.cookie}`,
    'x-request-id': SECRETS.requestId,
  }
  const ask = (path: string, init: RequestInit = {}) => server.app.request(`${ORIGIN}${path}`, init)
  const refused = await initCode(server, await callingDevice(), { email: SECRETS.recipient })
  const answers = [
    await ask(`/api/v1/users/me?token=${SECRETS.query}`, { headers: { ...json, ...headers } }),
    await ask('/api/v1/sessions', { method: 'POST', headers: json, body: `{"a": ${SECRETS.brokenBody}` }),
    await ask('/api/v1/sessions', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ a: SECRETS.body }),
    }),
    await ask('/api/v1/users/me', { headers: { ...json, 'vitrine-app-id': SECRETS.app } }),
    await ask(`/api/v1/${SECRETS.path}`),
    await ask(`/assets/${SECRETS.asset}`),
    await ask(`/apps/${SECRETS.parameter}/frame`),
  ]
  const failed = await withBrokenDatabase(() => ask(`/api/v1/apps/${SECRETS.parameter}?a=${SECRETS.query}`))

  expect([refused.status, failed.status]).toEqual([503, 500])
  await until(failed.headers.get('x-request-id') ?? '')
  const written = lines()
  for (const line of written)
    expect(line).toMatchObject({
      level: expect.stringMatching(/^(info|warn|error)$/),
      time: expect.any(String),
      process: expect.stringMatching(/^(supervisor|signer|mailer|api|frame)$/),
      msg: expect.any(String),
    })
  for (const answer of [...answers, failed]) {
    const ofAnswer = written.filter(line => line.request_id === answer.headers.get('x-request-id'))
    expect(ofAnswer.filter(({ msg }) => msg === 'request')).toMatchObject([
      { process: 'frame', status: answer.status },
    ])
  }
  // What failed is told of by the process in which it did, under the same id.
  expect(written).toContainEqual(
    expect.objectContaining({
      process: 'api',
      msg: 'error during GET /api/v1/apps/:app_id',
      request_id: failed.headers.get('x-request-id'),
    }),
  )
  expect(written).toContainEqual(
    expect.objectContaining({ process: 'mailer', msg: 'error during sending mail' }),
  )
  expect(Object.entries(SECRETS).filter(([, secret]) => server.output().includes(secret))).toEqual([])
})

/** While it lasts, a statement of the API process fails, which carries what it was given. */
async function withBrokenDatabase<T>(work: () => T | Promise<T>): Promise<T> {
  const { url, stop } = await useEmbedded(server.dataDir)
  const { db, close } = connectDatabase(url, 1)
  await db.execute('alter table apps rename to apps_away')
  try {
    return await work()
  } finally {
    await db.execute('alter table apps_away rename to apps')
    await close()
    await stop()
  }
}

test('a line of a request names its app and its route', async () => {
  const { headers } = await call(server, '/api/v1/users/me', { method: 'GET' })
  const id = headers.get('x-request-id') ?? ''
  await until(id)
  expect(lines().filter(line => line.request_id === id)).toMatchObject([
    { msg: 'request', method: 'GET', route: '/api/v1/users/me', status: 401, app_id: server.appId },
  ])
})
