import { MFA_TARGET } from '@vitrine/shared/api/step-up.ts'
import { MFA_LIFETIME_MS } from '@vitrine/shared/mfa/limits.ts'
import { Secret } from 'otpauth'
import { beforeAll, describe, expect, test } from 'vitest'
import { issueReceipt } from '../adoption.ts'
import type { Custody } from '../custody.ts'
import { createFactorTries } from '../factor-tries.ts'
import { readGuarded, sealGuarded } from '../guarded-seal.ts'
import type { MfaClaim, SealedFactors } from '../mfa-shapes.ts'
import type { SignerOperation, SignerRequest } from '../operations.ts'
import { issuePresence } from '../presence.ts'
import { perform } from '../process/handlers.ts'
import { SignerRefusal } from '../refusal.ts'
import { issueMfa, requireMfa, sealFactors } from '../sealed-factors.ts'
import { createTestCustody, MASTER_KEY, NOW, payloadFor } from '../testing/custody.ts'
import { createTestDevice, type TestDevice } from '../testing/device.ts'
import { base32, stepOfCode, totpCode } from './totp.ts'

const OWNER = { appId: 'app_1', userId: 'user_1' }
const custody = createTestCustody()
const at = (now: number): Custody => createTestCustody(MASTER_KEY, now)
let device: TestDevice
let who: typeof OWNER & { device: string }

beforeAll(async () => {
  device = await createTestDevice()
  who = { ...OWNER, device: device.thumbprint }
})

const factors = (version = 1, owner = OWNER, list: SealedFactors['list'] = [PHONE]): SealedFactors =>
  sealFactors(custody, owner, { version, list, recoveryCodes: [] })
const PHONE = { type: 'sms', address: '+13125550100', test: false, verifiedAt: NOW } as const
const claim = (change: Partial<NonNullable<MfaClaim>> = {}): MfaClaim => ({
  factors: factors(),
  token: issueMfa(custody, who),
  ...change,
})
const refusedWith = (code: string) => expect.objectContaining({ code })
const thrown = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return error
  }
}

describe('a code of an authenticator app', () => {
  // RFC 6238, Appendix B, whose codes have eight digits.
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('at %i s is %s', (seconds, code) => {
    expect(totpCode(Buffer.from('12345678901234567890'), Math.floor(seconds / 30))).toBe(code)
  })

  test('is good one step before and after its own, and no more', () => {
    const secret = Buffer.alloc(20, 7)
    const step = 50_000_000
    const code = totpCode(secret, step)
    const found = [-2, -1, 0, 1, 2].map(late => stepOfCode(secret, code, (step + late) * 30_000))
    expect(found).toEqual([null, step, step, step, null])
    expect(stepOfCode(secret, code.slice(1), step * 30_000)).toBeNull()
  })

  test('uses its step up, and those before it, for its own secret', () => {
    const tries = createFactorTries()
    expect([tries.useStep('a', 5), tries.useStep('a', 5), tries.useStep('a', 4)]).toEqual([
      true,
      false,
      false,
    ])
    expect([
      tries.useStep('b', 4),
      tries.useStep('a', 6),
      tries.useStep('b', 9),
      tries.useStep('a', 6),
    ]).toEqual([true, true, true, false])
  })

  test.each([0, 1, 4, 5, 20])('has a secret of %i bytes in the letters of RFC 4648', length => {
    const bytes = Uint8Array.from({ length }, (_, index) => 251 * index + 3)
    expect(base32(bytes)).toBe(new Secret({ buffer: bytes.buffer }).base32)
  })
})

describe('a proof of a factor', () => {
  test('is good for five minutes by the signer’s clock, to the millisecond', () => {
    expect(thrown(() => requireMfa(at(NOW + MFA_LIFETIME_MS - 1), who, 1, claim()))).toBeUndefined()
    expect(thrown(() => requireMfa(at(NOW + MFA_LIFETIME_MS), who, 1, claim()))).toEqual(
      refusedWith('missing_mfa'),
    )
  })

  test('is for its user and device', async () => {
    const other = await createTestDevice()
    for (const holder of [
      { ...who, device: other.thumbprint },
      { ...who, userId: 'user_2' },
      { ...who, appId: 'app_2' },
    ]) {
      const theirs = { factors: factors(1, holder), token: issueMfa(custody, who) }
      expect(thrown(() => requireMfa(custody, holder, 1, theirs))).toEqual(refusedWith('missing_mfa'))
    }
  })

  test.each([
    ['left out', null],
    ['made up', { at: NOW, seal: 'A'.repeat(43) }],
  ])('that is %s is none', (_, token) => {
    expect(thrown(() => requireMfa(custody, who, 1, claim({ token })))).toEqual(refusedWith('missing_mfa'))
  })

  test('is not demanded of who has no factor, or none any more', () => {
    expect(thrown(() => requireMfa(custody, who, null, undefined))).toBeUndefined()
    const none = claim({ factors: factors(2, OWNER, []), token: null })
    expect(thrown(() => requireMfa(custody, who, 1, none))).toBeUndefined()
  })
})

describe('factors', () => {
  test('cannot be left out by who brings a device that knows of them', () => {
    expect(thrown(() => requireMfa(custody, who, 1, undefined))).toEqual(refusedWith('missing_mfa'))
  })

  test('of before the device’s are refused, the word that there were none as well', () => {
    expect(thrown(() => requireMfa(custody, who, 2, claim()))).toEqual(refusedWith('invalid_seal'))
    const none = claim({ factors: factors(2, OWNER, []) })
    expect(thrown(() => requireMfa(custody, who, 3, none))).toEqual(refusedWith('invalid_seal'))
  })

  test('that somebody changed, or of another user, are refused', () => {
    const changed = { ...factors(), list: [{ ...PHONE, address: '+13125550199' }] }
    for (const forged of [changed, factors(1, { ...OWNER, userId: 'user_2' })])
      expect(thrown(() => requireMfa(custody, who, null, claim({ factors: forged })))).toEqual(
        refusedWith('invalid_seal'),
      )
  })
})

describe('a seal with the version of the factors', () => {
  const statement = () => ({ kind: 'device', ...OWNER, publicKey: device.publicKey }) as const
  const { deviceSeal: key } = custody.keyring

  test('is read with it, and is none with another one, or without', () => {
    const sealed = sealGuarded(key, statement(), 3)
    expect(readGuarded(key, statement(), sealed)).toEqual({ since: 3 })
    expect(readGuarded(key, statement(), sealGuarded(key, statement(), null))).toEqual({ since: null })
    const [, seal = ''] = sealed.split('.')
    for (const forged of [seal, `2.${seal}`, `03.${seal}`, `.${seal}`, `0.${seal}`, `${sealed}=`])
      expect(readGuarded(key, statement(), forged)).toBeNull()
  })
})

describe('every operation of keys', () => {
  const wallet = {
    walletId: 'wallet_1',
    ...OWNER,
    chainType: 'ethereum',
    address: '0x1',
    sealedKey: 'v1.a.b.c',
  } as const
  const presence = { of: 'login', at: NOW, seal: 's' } as const
  const body = { any: 'thing' }
  const PATHS = {
    createWallet: '/wallets',
    walletRpc: '/wallets/wallet_1/rpc',
    releaseShareKeys: '/embedded_wallets/keys',
    exportKey: '/wallets/wallet_1/export',
    importKey: '/wallets/import/submit',
    redeemRecovery: '/recovery/oauth/authenticate',
    releaseRecoveryKey: '/recovery/encryption_key/claim',
    changeDelegates: '/wallets/wallet_1',
  } as const satisfies Partial<Record<SignerOperation, string>>

  const asked = (operation: keyof typeof PATHS, seal: string) => {
    const method = operation === 'changeDelegates' ? 'PATCH' : 'POST'
    const payload = payloadFor(OWNER.appId, PATHS[operation], body, { method })
    const signed = {
      device: { publicKey: device.publicKey, seal },
      authorization: { payload, signature: device.authorize(payload) },
    }
    const grant = {
      ...OWNER,
      provider: 'icloud',
      state: 's'.repeat(48),
      codeChallenge: 'c'.repeat(43),
      device: device.thumbprint,
      expiresAt: NOW + 1,
      seal: 's',
    } as const
    const requests: { readonly [O in keyof typeof PATHS]: SignerRequest<O> } = {
      createWallet: {
        ...{ walletId: 'wallet_1', ...OWNER, chainType: 'ethereum', walletIndex: 0, sealedEntropy: null },
        ...signed,
      },
      walletRpc: { wallet, ...signed },
      releaseShareKeys: { ...OWNER, ...signed },
      exportKey: { wallet, presence, ...signed },
      importKey: { walletId: 'wallet_1', ...OWNER, importId: 'i', presence, ...signed },
      redeemRecovery: { client: null, grant, ...signed },
      releaseRecoveryKey: { ...OWNER, expiresAt: NOW + 1, sealed: 'x', ...signed },
      changeDelegates: {
        ...{ wallet: { walletId: 'wallet_1', ...OWNER, chainType: 'ethereum', address: '0x1' }, presence },
        ...{ present: null, offers: [], ...signed },
      },
    }
    return requests[operation]
  }

  test.each(Object.keys(PATHS) as (keyof typeof PATHS)[])(
    '%s: takes a proof of who has a factor',
    async operation => {
      const { deviceSeal } = custody.keyring
      const statement = { kind: 'device', ...OWNER, publicKey: device.publicKey } as const
      const run = (request: unknown) =>
        perform(custody, operation, request).catch((error: unknown) =>
          error instanceof SignerRefusal ? error.code : error,
        )
      const guarded = asked(operation, sealGuarded(deviceSeal, statement, 1))
      expect(await run(guarded)).toBe('missing_mfa')
      expect(await run({ ...guarded, mfa: claim({ token: null }) })).toBe('missing_mfa')
      // What else is wrong with it is found after that.
      expect(await run({ ...guarded, mfa: claim() })).not.toBe('missing_mfa')
      expect(await run(asked(operation, sealGuarded(deviceSeal, statement, null)))).not.toBe('missing_mfa')
    },
  )
})

describe('a change of factors', () => {
  const change = (parts: Partial<SignerRequest<'changeFactors'>>, body: unknown = {}) => {
    const payload = payloadFor(OWNER.appId, '/mfa/passwordless_sms/unenroll', body)
    const statement = { kind: 'device', ...OWNER, publicKey: device.publicKey } as const
    return perform(custody, 'changeFactors', {
      ...OWNER,
      device: { publicKey: device.publicKey, seal: sealGuarded(custody.keyring.deviceSeal, statement, 1) },
      authorization: { payload, signature: device.authorize(payload) },
      presence: { of: 'step-up', ...issuePresence(custody, { ...who, purpose: 'mfa', target: MFA_TARGET }) },
      mfa: claim(),
      change: { type: 'remove', method: 'sms' },
      logins: [],
      devices: [],
      ...parts,
    } satisfies SignerRequest<'changeFactors'>).catch((error: unknown) =>
      error instanceof SignerRefusal ? error.code : error,
    )
  }

  test('takes a proof of a way in that is for it, one of a factor, and the device’s own word', async () => {
    expect(await change({})).toMatchObject({ ok: true, factors: { version: 2, list: [], recoveryCodes: [] } })
    const other = issuePresence(custody, { ...who, purpose: 'link', target: MFA_TARGET })
    expect(await change({ presence: { of: 'step-up', ...other } })).toBe('missing_presence')
    expect(await change({ mfa: claim({ token: null }) })).toBe('missing_mfa')
    expect(await change({ mfa: undefined })).toBe('missing_mfa')
    expect(await change({ change: { type: 'remove', method: 'totp' } })).toBe('invalid_authorization')
  })

  test('makes no passkey a factor that is not sealed for the user', async () => {
    const [theirs, mine] = ['user_2', OWNER.userId].map(userId =>
      sealGuarded(
        custody.keyring.accountSeal,
        {
          kind: 'account',
          appId: OWNER.appId,
          channel: 'passkey',
          address: 'AAAA',
          userId,
          facts: { publicKey: 'K' },
        },
        null,
      ),
    )
    const body = { credential_ids: ['AAAA'] }
    const payload = payloadFor(OWNER.appId, '/mfa/passkeys/enrollment', body)
    const enroll = (seal = '') =>
      change({
        authorization: { payload, signature: device.authorize(payload) },
        change: { type: 'passkeys', passkeys: [{ id: 'AAAA', publicKey: 'K', seal }] },
      })
    expect(await enroll(theirs)).toBe('invalid_seal')
    expect(await enroll(mine)).toMatchObject({
      ok: true,
      factors: { list: [PHONE, { id: 'AAAA', publicKey: 'K' }] },
    })
  })

  test('seals nobody else’s ways in and devices', async () => {
    const other = await createTestDevice()
    const statement = { kind: 'device', ...OWNER, userId: 'user_2', publicKey: other.publicKey } as const
    const seal = sealGuarded(custody.keyring.deviceSeal, statement, null)
    expect(await change({ devices: [{ publicKey: other.publicKey, seal }] })).toBe('invalid_seal')
    const login = { type: 'email', subject: 'a@mail.example', seal: 'A'.repeat(43) } as const
    expect(await change({ logins: [login] })).toBe('invalid_seal')
  })
})

describe('who takes another user in', () => {
  const identity = { type: 'email', subject: 'b@mail.example' } as const
  const adopt = (parts: Partial<SignerRequest<'adoptUser'>>, since: number | null) => {
    const { keyring } = custody
    const from = 'user_2'
    const receipt = { appId: OWNER.appId, from, to: OWNER.userId, device: device.thumbprint, identity }
    const transfer = issueReceipt(custody, receipt)
    const body = { nonce: transfer.nonce, user_id: OWNER.userId }
    const payload = payloadFor(OWNER.appId, '/passwordless/transfer', body)
    const statement = { kind: 'device', ...OWNER, publicKey: device.publicKey } as const
    const { type: channel, subject: address } = identity
    const login = { kind: 'account', appId: OWNER.appId, channel, address, userId: from } as const
    return perform(custody, 'adoptUser', {
      appId: OWNER.appId,
      transfer,
      logins: [{ ...identity, seal: sealGuarded(keyring.accountSeal, login, since) }],
      adopted: [],
      device: { publicKey: device.publicKey, seal: sealGuarded(keyring.deviceSeal, statement, 7) },
      authorization: { payload, signature: device.authorize(payload) },
      ...parts,
    } satisfies SignerRequest<'adoptUser'>).catch((error: unknown) =>
      error instanceof SignerRefusal ? error.code : error,
    )
  }
  const theirs = { appId: OWNER.appId, userId: 'user_2' }

  test('guards the logins that come over by their own second factors', async () => {
    expect(await adopt({}, null)).toMatchObject({ logins: [expect.stringMatching(/^7\./)] })
  })

  test('takes nobody in who has second factors, whatever is left out; who has none any more comes over', async () => {
    expect(await adopt({}, 1)).toBe('missing_mfa')
    expect(await adopt({ factors: factors(1, theirs) }, 1)).toBe('missing_mfa')
    expect(await adopt({ factors: factors(1, theirs, []) }, 2)).toBe('invalid_seal')
    expect(await adopt({ factors: factors(2, theirs, []) }, 1)).toMatchObject({
      logins: [expect.any(String)],
    })
  })
})
