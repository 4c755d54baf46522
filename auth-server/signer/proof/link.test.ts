import { beforeEach, describe, expect, test } from 'vitest'
import type { LoginProof } from '../operations.ts'
import { isSealOf, sealStatement } from '../seal.ts'
import { createTestCustody, sealedDevice, type TestCustody } from '../testing/custody.ts'
import { createTestDevice } from '../testing/device.ts'
import {
  type CodeProof,
  codeProof,
  type SentCode,
  secretProof,
  sendTestCode,
  signedLogin,
} from '../testing/logins.ts'
import { verifyLogin } from './verify-login.ts'

const identity = { appId: 'app_1', channel: 'email', address: 'a@b.example' } as const
const device = await createTestDevice()
const other = await createTestDevice()
/** Where each proof is sent to. */
const PATHS = {
  code: { login: '/passwordless/authenticate', link: '/passwordless/link' },
  secret: { login: '/guest/authenticate', link: '/guest/link' },
  token: { login: '/custom_jwt_account/authenticate', link: '/custom_jwt_account/link' },
  'new-credential': { login: '/passkeys/register', link: '/passkeys/link' },
  grant: { login: '/oauth/authenticate', link: '/oauth/link' },
  channel: { login: '/farcaster/authenticate', link: '/farcaster/link' },
  message: { login: '/siwe/authenticate', link: '/siwe/link' },
  assertion: { login: '/passkeys/authenticate', link: '/passkeys/link' },
} as const

let custody: TestCustody
let sent: SentCode
let wrongCode: string

beforeEach(async () => {
  custody = createTestCustody()
  sent = await sendTestCode(custody, identity, device)
  wrongCode = sent.code === '000000' ? '000001' : '000000'
})

type Change = Parameters<typeof signedLogin>[3] & {
  readonly proof?: LoginProof
  readonly path?: string
}
async function login({ proof, path, ...change }: Change = {}) {
  const made = proof ?? (await codeProof(custody, device, sent))
  const at = path ?? PATHS[made.type][change.link ? 'link' : 'login']
  return verifyLogin(custody, signedLogin(device, at, made, change))
}

describe('linking', () => {
  const owner = { appId: 'app_1', userId: 'user_1' }
  const link = () => ({ userId: 'user_1', device: sealedDevice(custody, owner, device) })
  const forLink = { userId: 'user_1' } as const
  let proof: CodeProof
  beforeEach(async () => {
    sent = await sendTestCode(custody, identity, device, { purpose: 'link' })
    proof = await codeProof(custody, device, sent, forLink)
  })

  test('binds the identity to the user whose device proves', async () => {
    const linked = await login({ link: link(), proof })
    if (!linked.ok) throw new Error('refused')
    const statement = { kind: 'account', ...identity, userId: 'user_1' } as const
    expect(isSealOf(custody.keyring.accountSeal, statement, linked.accountSeal)).toBe(true)
    const account = { userId: 'user_1', seal: linked.accountSeal }
    sent = await sendTestCode(custody, identity, device, { codeId: 'code_2' })
    expect(await login({ account })).toMatchObject({ ok: true, userId: 'user_1' })
  })

  test('is refused to a device of another user, a device without a seal, and another device than the one that signs', async () => {
    const refused = { ok: false, reason: 'device' }
    const elsewhere = { ...link(), userId: 'user_2' }
    const proofElsewhere = await codeProof(custody, device, sent, { userId: 'user_2' })
    expect(await login({ link: elsewhere, proof: proofElsewhere })).toEqual(refused)
    for (const wrong of [
      { userId: 'user_1', device: { ...link().device, seal: proof.issued.digest } },
      { userId: 'user_1', device: sealedDevice(custody, owner, other) },
      { userId: 'user_1', device: sealedDevice(custody, { ...owner, appId: 'app_2' }, device) },
    ]) {
      expect(await login({ link: wrong, proof })).toEqual(refused)
    }
  })

  test('takes what the device signed for that very call and user: a request that it makes all day links nothing', async () => {
    for (const path of ['/users/me', '/wallets', '/sessions', PATHS.code.login, '/passwordless_sms/link']) {
      expect(await login({ link: link(), proof, path })).toEqual({ ok: false, reason: 'authorization' })
    }
    for (const payload of [
      { body: { code: proof.code } },
      { body: { code: proof.code, user_id: 'user_2' } },
      { body: { code: sent.code, user_id: 'user_1' } },
      { method: 'PUT' },
      { url: 'https://evil.example/api/v1/passwordless/link' },
    ] as const) {
      expect(await login({ link: link(), proof, payload })).toEqual({ ok: false, reason: 'authorization' })
    }
    expect(await login({ link: link(), proof })).toMatchObject({ ok: true })
  })

  test('puts no login of another in its place: what was typed for one address links no other', async () => {
    const evil = { ...identity, address: 'evil@b.example' }
    const own = await sendTestCode(custody, evil, device, { codeId: 'code_evil', purpose: 'link' })
    expect(await login({ link: link(), proof: { ...proof, issued: own.issued } })).toEqual({
      ok: false,
      reason: 'sealed',
    })
  })

  test('and changing an address take codes of their own', async () => {
    expect(await login({ link: link(), proof, path: '/passwordless/update' })).toEqual({
      ok: false,
      reason: 'code',
    })
    sent = await sendTestCode(custody, identity, device, { purpose: 'update' })
    const update = await codeProof(custody, device, sent, forLink)
    expect(await login({ link: link(), proof: update, path: '/passwordless/update' })).toMatchObject({
      ok: true,
    })
  })

  test('is nothing for a guest, who would stay one', async () => {
    const guest = await secretProof(custody, device, 'g'.repeat(43))
    expect(await login({ link: link(), proof: guest })).toEqual({ ok: false, reason: 'authorization' })
  })

  test('takes a right code all the same', async () => {
    const wrong = await codeProof(custody, device, { ...sent, code: wrongCode }, forLink)
    expect(await login({ link: link(), proof: wrong })).toEqual({ ok: false, reason: 'code' })
  })
})

describe('a step-up', () => {
  const owner = { appId: 'app_1', userId: 'user_1' }
  const path = '/step_up/verify'
  const proofOf = async () => {
    sent = await sendTestCode(custody, identity, device, { purpose: 'step-up' })
    return codeProof(custody, device, sent, { userId: 'user_1' })
  }

  test('proves an account that its user has, and makes none', async () => {
    const link = { userId: 'user_1', device: sealedDevice(custody, owner, device) }
    const statement = { kind: 'account', ...identity } as const
    const seal = (userId: string) => sealStatement(custody.keyring.accountSeal, { ...statement, userId })
    const proof = await proofOf()
    const account = { userId: 'user_1', seal: seal('user_1') }
    expect(await login({ path, link, proof, account })).toMatchObject({ ok: true, userId: 'user_1' })
    for (const wrong of [
      null,
      { userId: 'user_2', seal: seal('user_2') },
      { ...account, seal: seal('user_2') },
    ]) {
      expect(await login({ path, link, proof, account: wrong })).toEqual({ ok: false, reason: 'account' })
    }
  })

  test('takes a code of its own: none of a login or a link, and its own links and logs in nobody', async () => {
    const link = { userId: 'user_1', device: sealedDevice(custody, owner, device) }
    const proof = await proofOf()
    expect(await login({ link, proof })).toEqual({ ok: false, reason: 'code' })
    expect(await login({ proof })).toEqual({ ok: false, reason: 'code' })
    sent = await sendTestCode(custody, identity, device, { purpose: 'link' })
    const linking = await codeProof(custody, device, sent, { userId: 'user_1' })
    expect(await login({ path, link, proof: linking })).toEqual({ ok: false, reason: 'code' })
  })
})
