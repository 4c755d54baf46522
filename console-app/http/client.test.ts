import { expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { createClient, path } from './client.ts'

const answer = z.object({ name: z.string() })

function client(respond: () => Promise<Response>) {
  const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(respond)
  const onSessionEnd = vi.fn()
  const onUse = vi.fn()
  const send = createClient({ fetch: fetch as never, onSessionEnd, onUse })
  return { send, fetch, onSessionEnd, onUse }
}
const json =
  (body: unknown, status = 200) =>
  async () =>
    Response.json(body, { status })

it('names the app and the confirmation in headers, and leaves empty filters out', async () => {
  const { send, fetch, onUse } = client(json({ name: 'Ada' }))
  const query = { status: 'failed', cursor: undefined, webhook_id: '' }
  await send({ path: '/users', query, appId: 'app_1', confirmation: 'c', method: 'POST', body: {}, answer })
  const [url, init] = fetch.mock.calls[0] ?? []
  expect(url).toBe('/api/v1/users?status=failed')
  expect(init).toMatchObject({
    method: 'POST',
    body: '{}',
    credentials: 'same-origin',
    redirect: 'error',
    headers: { 'vitrine-app-id': 'app_1', 'vitrine-confirmation': 'c', 'content-type': 'application/json' },
  })
  expect(onUse).toHaveBeenCalledOnce()
})

it.each([
  [
    'the server’s sentence',
    json({ error: 'Somebody else saved.', code: 'resource_conflict' }, 409),
    'resource_conflict',
    'Somebody else saved.',
  ],
  ['a code that nobody knows', json({ error: 'No.', code: 'toString' }, 418), 'internal_error', 'No.'],
  ['no sentence', async () => new Response('<html>', { status: 502 }), 'internal_error', '502'],
  ['an answer of another version', json({ title: 'Ada' }), 'internal_error', 'two versions'],
  [
    'no server',
    async () => Promise.reject(new TypeError('fetch failed')),
    'service_unavailable',
    'connection',
  ],
])('throws what can be told: %s', async (_name, respond, code, message) => {
  const { send, onSessionEnd } = client(respond)
  await expect(send({ path: '/console/me', answer })).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message),
  })
  expect(onSessionEnd).not.toHaveBeenCalled()
})

it('tells that the session has ended', async () => {
  const { send, onSessionEnd } = client(json({ error: 'Sign in.', code: 'missing_or_invalid_token' }, 401))
  await expect(send({ path: '/console/me', answer })).rejects.toMatchObject({ status: 401 })
  expect(onSessionEnd).toHaveBeenCalledOnce()
})

it('lets no id out of its part of the path', () => {
  expect(path`/users/${'../apps?x=1#y'}/sessions`).toBe('/users/..%2Fapps%3Fx%3D1%23y/sessions')
  for (const id of ['', '.', '..']) expect(() => path`/users/${id}/sessions`).toThrow('nothing by this name')
})
