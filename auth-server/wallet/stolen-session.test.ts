import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { RECOVERY_TARGET, walletTarget } from '@vitrine/shared/api/step-up.ts'
import { AUTOMATIC, createTestSet, envelope, PASSCODE } from '@vitrine/shared/wallet/testing/test-set.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { later, stepUp } from '../account-changes/testing/steps.ts'
import { setWalletConfig } from '../embedded-wallets/testing/set-calls.ts'
import { call, type LoggedIn, logIn } from '../testing/client.ts'
import { createDevice, type Device } from '../testing/device.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import { bring, newKey, submission } from './testing/key-calls.ts'

let server: TestServer
let thief: Device
beforeAll(async () => {
  server = await startTestServer()
  thief = await createDevice()
})
afterAll(() => server.stop())

const spki = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .publicKey.export({ type: 'spki', format: 'der' })
  .toString('base64')

/** A call that its person's device makes, and what opens its door where it has one. */
interface Theirs {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly door?: { readonly purpose: string; readonly target: string }
}

/** Sends a call with somebody's tokens. @param by whose key proves the device and signs; `null`: no device is proven */
async function send(
  { token }: LoggedIn,
  { path, body }: Theirs,
  by: Pick<Device, 'prove' | 'authorize'> | null,
  more: object = {},
) {
  const url = `${ORIGIN}/api/v1${path}`
  const sent = { ...body, ...more }
  const headers = {
    'vitrine-app-id': server.appId,
    'vitrine-idempotency-key': randomUUID(),
    'vitrine-request-expiry': String(Date.now() + 60_000),
  }
  const payload = { version: 1, method: 'POST', url, body: sent, headers } as const
  const proof = {
    ...(by && { dpop: await by.prove('POST', url, { now: server.clock.now, accessToken: token }) }),
    'vitrine-authorization-signature': (by ?? thief).authorize(payload),
  }
  const answer = await call<{ readonly code?: string }>(server, `/api/v1${path}`, {
    body: sent,
    headers: { ...headers, authorization: `Bearer ${token}`, ...proof },
  })
  return [answer.status, answer.body.code] as const
}

/** Keys at the server. */
const AT_SERVER: Readonly<Record<string, (who: LoggedIn) => Promise<Theirs>>> = {
  async 'begin an import'() {
    const { chain_type, address } = newKey()
    const body = { chain_type, address, entropy_type: 'private-key', encryption_type: 'HPKE' }
    return { path: '/wallets/import/init', body }
  },
  async 'bring a key'(who) {
    const key = newKey()
    const door = { purpose: 'import', target: walletTarget('ethereum', key.address) }
    return { path: '/wallets/import/submit', body: await submission(server, who, key), door }
  },
  async 'take a key out'(who) {
    const { id, address } = await bring(server, who)
    const body = { encryption_type: 'HPKE', recipient_public_key: spki }
    return {
      ...{ path: `/wallets/${id}/export`, body },
      door: { purpose: 'export', target: walletTarget('ethereum', address) },
    }
  },
}

/** Somebody with a wallet on their devices. */
async function withSet(who: LoggedIn) {
  const set = createTestSet({ appId: server.appId, userId: who.user.id })
  const registration = set.registration(PASSCODE())
  expect(await send(who, { path: '/embedded_wallets', body: registration }, who.device)).toEqual([
    200,
    undefined,
  ])
  return { set, registration, address: registration.wallets[0]?.address ?? '' }
}
const importedBy = (set: ReturnType<typeof createTestSet>) => {
  const { wallet_index: _, ...wallet } = { ...set.wallet(), envelope: envelope() }
  const door = { purpose: 'import', target: walletTarget('ethereum', wallet.address) }
  return { wallet, door }
}

/** Keys on the person's devices. */
const ON_DEVICES: typeof AT_SERVER = {
  async 'begin with a key that is brought'({ user }) {
    const set = createTestSet({ appId: server.appId, userId: user.id })
    const { wallet, door } = importedBy(set)
    const first = { set_id: set.setId, sharing: set.sharing(), recovery: AUTOMATIC(), wallets: [] }
    const body = set.proven('register', { ...first, imported: [wallet] })
    return { path: '/embedded_wallets', body, door }
  },
  async 'bring a key'(who) {
    const { set } = await withSet(who)
    const { wallet, door } = importedBy(set)
    const body = set.proven('add-imported', { set_id: set.setId, wallet })
    return { path: '/embedded_wallets/imported', body, door }
  },
  async 'take a key out'(who) {
    const { address } = await withSet(who)
    const door = { purpose: 'export', target: walletTarget('ethereum', address) }
    return { path: `/embedded_wallets/${address}/export`, body: { secret: 'private-key' }, door }
  },
  async 'change the recovery'(who) {
    const { set, registration, address } = await withSet(who)
    const { id } = registration.sharing
    const next = { set_id: set.setId, replaces: id, sharing: set.sharing(), recovery: PASSCODE() }
    return {
      path: `/embedded_wallets/${address}/recovery`,
      body: set.proven('change-recovery', { ...next, retires: id }),
      door: { purpose: 'recovery', target: RECOVERY_TARGET },
    }
  },
  async 'ask for the keys of shares'() {
    return { path: '/embedded_wallets/keys', body: { recipient: spki, purposes: ['auth-share', 'recovery'] } }
  },
  async 'ask for a share'(who) {
    const { set, registration } = await withSet(who)
    const body = { set_id: set.setId, sharing_id: registration.sharing.id }
    return { path: '/embedded_wallets/shares', body }
  },
  async 'ask for what a passcode is judged by'(who) {
    return { path: `/embedded_wallets/${(await withSet(who)).address}/recovery/key_material`, body: {} }
  },
  async 'ask for the shares of a recovery'(who) {
    const { registration, address } = await withSet(who)
    const { verifier } = registration.recovery as ReturnType<typeof PASSCODE> & { verifier: string }
    return { path: `/embedded_wallets/${address}/recovery/shares`, body: { verifier } }
  },
  async 'ask the site for its key'() {
    return { path: '/recovery/encryption_key/request', body: {} }
  },
  async 'take the site’s key'({ user }) {
    const credentials = Buffer.from(`${server.appId}:${server.appSecret}`).toString('base64')
    const entered = await call(server, `/api/v1/users/${user.id}/recovery_key`, {
      body: { recovery_key: randomBytes(32).toString('base64') },
      headers: { authorization: `Basic ${credentials}`, origin: '' },
    })
    expect(entered.status).toBe(200)
    return { path: '/recovery/encryption_key/claim', body: { recipient: spki } }
  },
}

let people = 0
const someone = () => logIn(server, `person${++people}@stolen.example`)
const NOBODY = [401, 'missing_or_invalid_token']

describe.each([
  ['at the server', AT_SERVER, 'user-controlled-server-wallets-only'],
  ['on devices', ON_DEVICES, 'legacy-embedded-wallets-only'],
] as const)('with a stolen session, where keys are %s, nobody can', (_, calls, mode) => {
  beforeAll(() =>
    setWalletConfig(server, {
      mode,
      user_owned_recovery_options: ['user-passcode', 'recovery-encryption-key'],
    }),
  )

  test.each(Object.entries(calls))(
    '%s: not without the device’s key, nor with it and no fresh proof',
    async (_name, make) => {
      const who = await someone()
      const theirs = await make(who)
      expect(await send(who, theirs, null)).toEqual(NOBODY)
      expect(await send(who, theirs, thief)).toEqual(NOBODY)
      const { door } = theirs
      if (door) {
        const required = [403, 'step_up_required']
        expect(await send(who, theirs, who.device)).toEqual(required)
        const aged = () => send(who, theirs, who.device, { from_account: true })
        expect(await later(server, 5 * 60_000, aged)).toEqual(required)
      }
      // It was the proof alone that lacked.
      const proof = door && { step_up: await stepUp(server, who, door) }
      expect(await send(who, theirs, who.device, proof)).toEqual([200, undefined])
    },
  )
})

test('a stolen session does for the site’s backend nowhere', async () => {
  const who = await someone()
  for (const path of [`/users/${who.user.id}/recovery_key`, '/wallets/import/key', '/wallets/import']) {
    const [status] = await send(
      who,
      { path, body: { recovery_key: 'x', import_id: 'x', wallets: [{}] } },
      who.device,
    )
    expect([path, status]).toEqual([path, 401])
  }
})

test('stolen refresh tokens give no access token to another device', async () => {
  const { refreshToken } = await someone()
  const dpop = await thief.prove('POST', `${ORIGIN}/api/v1/sessions`, { now: server.clock.now })
  const body = { refresh_token: refreshToken }
  expect((await call(server, '/api/v1/sessions', { body, headers: { dpop } })).status).toBe(401)
})
