import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { Hono } from 'hono'
import type { JWK } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { createDevice, type Device } from '../testing/device.ts'
import { TEST_NONCES } from '../testing/dpop-nonces.ts'
import { type ProofOwner, requireProof } from './dpop.ts'
import { createDpopNonces, dpopNoncesOf } from './dpop-nonce.ts'
import type { ActiveSession } from './session.ts'

const ORIGIN = 'https://wallet.example'
const PATH = '/api/v1/users/me'
const NOW = Date.UTC(2026, 0, 2, 3, 4, 5)
const TOKEN = 'header.payload.signature'
const SECONDS = NOW / 1000
const FIVE_MINUTES_S = 5 * 60

let device: Device
let session: ActiveSession
beforeAll(async () => {
  device = await createDevice()
  session = { accessToken: TOKEN, thumbprint: device.thumbprint } as ActiveSession
})

/** Sends a proof to a route that asks for one. @returns the code of the refusal, or `null` */
async function send(proof: string | null, owner: ProofOwner = session): Promise<string | null> {
  const ctx = {
    settings: { origin: ORIGIN },
    now: () => NOW,
    dpopNonces: TEST_NONCES,
  } as unknown as Context
  const app = new Hono()
  app.post(PATH, async c => {
    try {
      await requireProof(ctx, c, owner)
      return c.json(null)
    } catch (error) {
      return c.json(error instanceof VitrineError ? error.code : 'not ours')
    }
  })
  const headers = proof === null ? {} : { dpop: proof }
  const response = await app.request(`${ORIGIN}${PATH}`, { method: 'POST', headers })
  return (await response.json()) as string | null
}
const prove = (
  overrides: Record<string, unknown> = {},
  {
    method = 'POST',
    url = `${ORIGIN}${PATH}`,
    by = device,
    accessToken = TOKEN,
  }: { method?: string; url?: string; by?: Device; accessToken?: string } = {},
): Promise<string> => by.prove(method, url, { accessToken, now: NOW, overrides })

describe('a proof of the session’s device', () => {
  test('holds for its method, address and access token, five minutes off the clock at most', async () => {
    expect(await send(await prove())).toBeNull()
    for (const iat of [SECONDS - FIVE_MINUTES_S, SECONDS + FIVE_MINUTES_S])
      expect(await send(await prove({ iat }))).toBeNull()
    for (const offMs of [-FIVE_MINUTES_S * 1000, FIVE_MINUTES_S * 1000])
      expect(await send(await prove({ nonce: TEST_NONCES.current(NOW + offMs) }))).toBeNull()
  })

  const bad: readonly (readonly [string, () => Promise<string | null>])[] = [
    ['no proof', async () => null],
    ['text that is no proof', async () => 'proof'],
    ['another method', () => prove({}, { method: 'GET' })],
    ['another path', () => prove({}, { url: `${ORIGIN}/api/v1/wallets` })],
    ['another origin', () => prove({}, { url: `https://evil.example${PATH}` })],
    ['one that is too old', () => prove({ iat: SECONDS - FIVE_MINUTES_S - 1 })],
    ['one that was made for later', () => prove({ iat: SECONDS + FIVE_MINUTES_S + 1 })],
    ['one for another access token', () => prove({}, { accessToken: 'header.payload.other' })],
    ['one for no access token', () => prove({ ath: undefined })],
    ['one by another device', async () => prove({}, { by: await createDevice() })],
    ['an id that is short enough to guess', () => prove({ jti: 'short' })],
    ['an id that is no text', () => prove({ jti: 10 ** 20 })],
  ]
  test.each(bad)('%s is refused', async (_, proof) => {
    expect(await send(await proof())).toBe('missing_or_invalid_token')
  })
})

test('of a device that logs in, the proof holds for any key, and its refusal says what to do', async () => {
  const by = await createDevice()
  expect(await send(await prove({}, { by }), 'new-device')).toBeNull()
  expect(await send(await prove({}, { by, method: 'GET' }), 'new-device')).toBe('invalid_data')
})

describe('a proof without the server’s nonce of these minutes', () => {
  const stale: readonly (readonly [string, unknown])[] = [
    ['none', undefined],
    ['one of eleven minutes ago', TEST_NONCES.current(NOW - 11 * 60_000)],
    ['one of eleven minutes hence, as far as anybody could know it', TEST_NONCES.current(NOW + 11 * 60_000)],
    ['another server’s', createDpopNonces(Buffer.alloc(32, 8)).current(NOW)],
    ['a short one', ''],
    ['one that is no text', 7],
  ]
  test.each(stale)('%s: is refused with what to do, however good it is else', async (_, nonce) => {
    expect(await send(await prove({ nonce }))).toBe('use_dpop_nonce')
    expect(await send(await prove({ nonce }), 'new-device')).toBe('use_dpop_nonce')
  })

  test('is told of that only where all else holds: a thief learns nothing new', async () => {
    const by = await createDevice()
    expect(await send(await prove({ nonce: undefined }, { by }))).toBe('missing_or_invalid_token')
  })
})

test('nonces are those of the key that signs tokens: all processes with it know them, and nobody else', async () => {
  const [one, other] = [{ d: 'AQ' }, { d: 'Ag' }]
  const nonces = (...keys: JWK[]) => dpopNoncesOf(() => keys)
  expect(nonces(one).isGood(nonces({ ...one }).current(NOW), NOW)).toBe(true)
  expect(nonces(other).isGood(nonces(one).current(NOW), NOW)).toBe(false)
  // While the one follows the other, whichever signs at the process that made it.
  expect(nonces(other, one).isGood(nonces(one, other).current(NOW), NOW)).toBe(true)
  expect(nonces(other, one).current(NOW)).toBe(nonces(other).current(NOW))
  expect(() => nonces({}).current(NOW)).toThrow()
})
