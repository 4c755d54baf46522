import { createPublicKey, verify } from 'node:crypto'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import { EmbeddedJWK, jwtVerify } from 'jose'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { HttpClient, HttpRequest } from '../http/client.ts'
import { accessTokenHash, createAuthorizedRequests, createProver } from '../session/authorized-request.ts'
import type { Session } from '../session/session.ts'
import type { VaultClient } from '../vault/client.ts'
import { createInProcessVault } from '../vault/testing/in-process-vault.ts'
import { createSignedRequests } from './signed-request.ts'

const NOW = 1_700_000_000_000
const ORIGIN = 'https://wallet.example/api/v1'

/** @param refused tokens that the server does not take any more */
function setUp(refused: readonly string[] = []) {
  const vault = createInProcessVault()
  const use = vi.fn(vault.use) as unknown as VaultClient['use'] & { mock: { calls: unknown[] } }
  const sent: { readonly body: unknown; readonly headers: Readonly<Record<string, string>> }[] = []
  const http: HttpClient = {
    url: path => `${ORIGIN}${path}`,
    dpopNonce: () => 'nonce',
    async request<T>({ path, body, headers, answer }: HttpRequest<T>) {
      const all = (await headers?.(`${ORIGIN}${path}`)) ?? {}
      sent.push({ body, headers: all })
      if (refused.some(token => all.authorization === `Bearer ${token}`))
        throw new VitrineError({
          type: 'api_error',
          code: 'missing_or_invalid_token',
          message: 'Old.',
          status: 401,
        })
      return answer.parse({})
    },
  }
  const session = { accessToken: async (old?: string) => (old === undefined ? 'first' : 'second') }
  const prover = createProver({ use }, () => NOW, http.dpopNonce)
  const requests = createAuthorizedRequests(http, session as Session, prover)
  const { post } = createSignedRequests({ appId: 'app_test', http, requests, now: () => NOW })
  const body = { method: 'personal_sign', params: { message: 'hello' } }
  return {
    post: () => post({ path: '/wallets/1/rpc', body, idempotencyKey: 'k'.repeat(16), answer: z.object({}) }),
    sent,
    use,
    publicKey: () => vault.vault.publicKey(),
  }
}

test('a request is signed and proven by one message to the vault', async () => {
  const { post, sent, use, publicKey } = setUp()
  await post()
  expect(use.mock.calls).toHaveLength(1)
  const [{ body, headers } = { body: null, headers: {} }] = sent
  const signed = {
    version: 1,
    method: 'POST',
    url: `${ORIGIN}/wallets/1/rpc`,
    body,
    headers: {
      'vitrine-app-id': 'app_test',
      'vitrine-idempotency-key': headers['vitrine-idempotency-key'],
      'vitrine-request-expiry': headers['vitrine-request-expiry'],
    },
  }
  const key = createPublicKey({ key: Buffer.from(await publicKey(), 'base64'), format: 'der', type: 'spki' })
  const signature = Buffer.from(headers['vitrine-authorization-signature'] ?? '', 'base64')
  expect(verify('sha256', Buffer.from(canonicalJson(signed)), key, signature)).toBe(true)
  expect(headers['vitrine-request-expiry']).toBe(String(NOW + 120_000))
  const { payload } = await jwtVerify(headers.dpop ?? '', EmbeddedJWK)
  expect(payload).toMatchObject({
    htm: 'POST',
    htu: signed.url,
    ath: await accessTokenHash('first'),
    nonce: 'nonce',
  })
})

test('sent again with a new token it is the same request with a new proof', async () => {
  const { post, sent, use } = setUp(['first'])
  await post()
  expect(use.mock.calls).toHaveLength(2)
  const [first, second] = sent.map(({ headers }) => headers)
  for (const name of ['vitrine-idempotency-key', 'vitrine-request-expiry'])
    expect(second?.[name]).toBe(first?.[name])
  expect(second?.authorization).toBe('Bearer second')
  expect(second?.dpop).not.toBe(first?.dpop)
})
