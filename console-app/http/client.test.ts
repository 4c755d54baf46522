import type { ProofRequest } from '@vitrine/frame-app/vault/dpop-proof.ts'
import { expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { createClient, path } from './client.ts'

const ORIGIN = 'https://console.example'
const NOW = 1_000_000_000
const answer = z.object({ name: z.string() })

function client(respond: () => Promise<Response>) {
  const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(respond)
  const onSessionEnd = vi.fn()
  const onUse = vi.fn()
  const prove = vi.fn(async ({ nonce = 'none' }: ProofRequest) => `proof with ${nonce}`)
  const now = () => NOW
  const send = createClient({ fetch: fetch as never, origin: ORIGIN, prove, now, onSessionEnd, onUse })
  return { send, fetch, prove, onSessionEnd, onUse }
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
  ['an answer of another version', json({ title: 'Ada' }), 'internal_error', 'different versions'],
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

it('proves each call, by the server’s nonce once it has one', async () => {
  const { send, fetch, prove, onSessionEnd } = client(async () => {
    const isProven = fetch.mock.calls.length > 1
    const body = isProven ? { name: 'Ada' } : { error: 'Prove it.', code: 'use_dpop_nonce' }
    return Response.json(body, { status: isProven ? 200 : 401, headers: { 'dpop-nonce': 'n1' } })
  })
  await send({ path: '/users', query: { limit: '1' }, answer })
  await send({ path: '/console/me', answer })
  const request = { method: 'GET', url: `${ORIGIN}/api/v1/users`, iat: NOW / 1000 }
  expect(prove.mock.calls.map(([asked]) => asked)).toEqual([
    request,
    { ...request, nonce: 'n1' },
    { ...request, url: `${ORIGIN}/api/v1/console/me`, nonce: 'n1' },
  ])
  expect(fetch.mock.calls.map(([, { headers }]) => Object(headers).dpop)).toEqual([
    'proof with none',
    'proof with n1',
    'proof with n1',
  ])
  expect(onSessionEnd).not.toHaveBeenCalled()
})

it('proves a call once more by the server’s clock where the device’s is wrong', async () => {
  const { send, prove, onSessionEnd } = client(async () => {
    const isRight = prove.mock.calls.length > 1
    const body = isRight ? { name: 'Ada' } : { error: 'Check the clock.', code: 'missing_or_invalid_token' }
    const date = new Date(NOW + 86_400_000).toUTCString()
    return Response.json(body, { status: isRight ? 200 : 401, headers: { date } })
  })
  expect(await send({ path: '/console/me', answer })).toEqual({ name: 'Ada' })
  expect(prove.mock.calls.map(([{ iat }]) => iat)).toEqual([NOW / 1000, NOW / 1000 + 86_400])
  expect(onSessionEnd).not.toHaveBeenCalled()
})

it('lets no id out of its part of the path', () => {
  expect(path`/users/${'../apps?x=1#y'}/sessions`).toBe('/users/..%2Fapps%3Fx%3D1%23y/sessions')
  for (const id of ['', '.', '..']) expect(() => path`/users/${id}/sessions`).toThrow('This doesn’t exist')
})
