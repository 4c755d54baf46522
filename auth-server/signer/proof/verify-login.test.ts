import { beforeEach, describe, expect, test } from 'vitest'
import { createPasskey, madeBy } from '../../testing/authenticator.ts'
import { issueCode } from '../issue-code.ts'
import type { LoginProof, SignerRequest } from '../operations.ts'
import { isSealOf } from '../seal.ts'
import {
  createTestCustody,
  MASTER_KEY,
  NOW,
  ORIGIN,
  sealedDevice,
  type TestCustody,
} from '../testing/custody.ts'
import { createTestDevice } from '../testing/device.ts'
import {
  type CodeProof,
  codeProof,
  type SentCode,
  secretProof,
  sendTestCode,
  signedLogin,
} from '../testing/logins.ts'
import { createTestIssuer, tokenProof } from '../testing/tokens.ts'
import { verifyLogin } from './verify-login.ts'

const identity = { appId: 'app_1', channel: 'email', address: 'a@b.example' } as const
const device = await createTestDevice()
const other = await createTestDevice()
const issuer = await createTestIssuer()
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
const guess = async (code: string, change: Partial<CodeProof['issued']> = {}) =>
  login({ proof: await codeProof(custody, device, { code, issued: { ...sent.issued, ...change } }) })

describe('a right code with a good proof', () => {
  test('makes a new user id and vouches for account and device', async () => {
    const [first, second] = [await login(), await login()]
    if (!first.ok || !second.ok) throw new Error('refused')
    expect(first.identity).toEqual({ type: 'email', subject: 'a@b.example' })
    expect(first.userId).toMatch(/^user_[\w-]{24}$/)
    expect(second.userId).not.toBe(first.userId)
    const { accountSeal, deviceSeal } = custody.keyring
    expect(
      isSealOf(accountSeal, { kind: 'account', ...identity, userId: first.userId }, first.accountSeal),
    ).toBe(true)
    expect(first.device).toMatchObject({ publicKey: device.publicKey, thumbprint: device.thumbprint })
    const statement = {
      kind: 'device',
      appId: 'app_1',
      userId: first.userId,
      publicKey: device.publicKey,
    } as const
    expect(isSealOf(deviceSeal, statement, first.device.seal)).toBe(true)
  })

  test('leads to the user of the sealed account', async () => {
    const first = await login()
    if (!first.ok) throw new Error('refused')
    const account = { userId: first.userId, seal: first.accountSeal }
    expect(await login({ account })).toMatchObject({ ok: true, userId: first.userId })
  })
})

test('an account whose row was given to another user is refused', async () => {
  const first = await login()
  if (!first.ok) throw new Error('refused')
  const stolen = { userId: 'user_attacker', seal: first.accountSeal }
  expect(await login({ account: stolen })).toEqual({ ok: false, reason: 'account' })
})

test('a wrong code is refused', async () => {
  expect(await guess(wrongCode)).toEqual({ ok: false, reason: 'code' })
})

test.each([
  { appId: 'app_2' },
  { address: 'victim@b.example' },
  { codeId: 'code_2' },
  { expiresAt: NOW + 600_001 },
  { test: true },
])('a code of another %o is refused', async change => {
  expect(await guess(sent.code, change)).toEqual({ ok: false, reason: 'code' })
})

test('a code that has expired by the signer’s clock is refused', async () => {
  custody = createTestCustody(MASTER_KEY, NOW + 600_000)
  const payload = { expiry: NOW + 660_000 }
  expect(await login({ payload })).toEqual({ ok: false, reason: 'expired' })
})

test('a code of another master key is refused: a digest in the database is worth nothing by itself', async () => {
  custody = createTestCustody(Buffer.alloc(32, 9))
  expect(await login()).toEqual({ ok: false, reason: 'code' })
})

test('a code that was sent by text message does not pass for one of a mail, nor at its path', async () => {
  const issued = { ...sent.issued, channel: 'sms' as const }
  const proof = await codeProof(custody, device, { code: sent.code, issued })
  expect(await login({ proof })).toEqual({ ok: false, reason: 'authorization' })
  const path = '/passwordless_sms/authenticate'
  expect(await login({ proof, path })).toEqual({ ok: false, reason: 'code' })
})

test('a code is not told to who asks for it: it goes to the mailer alone', async () => {
  const { issued } = sent
  expect(custody.sent).toEqual([
    {
      by: 'mail',
      appName: 'Shop',
      language: 'en',
      to: 'a@b.example',
      purpose: 'login',
      code: sent.code,
      origin: ORIGIN,
    },
  ])
  const { digest, test: _, ...asked } = issued
  const carriage = { by: 'mail', appName: 'Shop', language: 'en' } as const
  const answer = await issueCode(custody, { ...asked, device: device.thumbprint, carriage })
  expect(answer).toEqual({ ok: true, digest: expect.any(String) })
  expect(JSON.stringify(answer)).not.toContain(custody.sent.at(-1)?.code)
})

test('a code travels by the way that its address is for', async () => {
  const { digest, test: _, ...asked } = sent.issued
  const carriage = { by: 'whatsapp', appName: 'Shop', language: 'en' } as const
  const answer = issueCode(custody, { ...asked, device: device.thumbprint, carriage })
  await expect(answer).rejects.toThrow('by the way that its address is for')
})

describe('the device that asked for a code', () => {
  test('alone can use it, also where it is sealed and signed by another one', async () => {
    const stolen = await codeProof(custody, other, sent)
    const request = signedLogin(other, PATHS.code.login, stolen)
    expect(await verifyLogin(custody, request)).toEqual({ ok: false, reason: 'code' })
    expect(await login()).toMatchObject({ ok: true })
  })

  test('sealed it for itself: what it typed is of no use to another device, which has no code of its own', async () => {
    const typed = await codeProof(custody, device, sent)
    const own = await sendTestCode(custody, identity, other, { codeId: 'code_own' })
    for (const proof of [typed, { ...typed, issued: own.issued }]) {
      const request = signedLogin(other, PATHS.code.login, proof)
      expect(await verifyLogin(custody, request)).toEqual({ ok: false, reason: 'sealed' })
    }
  })

  test.each([
    ['another address', { identity: { type: 'email', subject: 'evil@b.example' } }],
    ['another type of account', { identity: { type: 'phone', subject: 'a@b.example' } }],
    ['another app', { appId: 'app_2' }],
    ['another user', { userId: 'user_1' }],
    ['another purpose', { purpose: 'link' }],
  ] as const)(
    'sealed it for one thing: for %s it does not open, and costs no guess',
    async (_name, change) => {
      const proof = await codeProof(custody, device, sent, change)
      for (let round = 0; round < 6; round++) {
        expect(await login({ proof })).toEqual({ ok: false, reason: 'sealed' })
      }
      expect(await login()).toMatchObject({ ok: true })
    },
  )

  test('signed the request with it: another body, path, app, key or time is refused, costs no guess and tells nothing', async () => {
    const { code } = await codeProof(custody, device, sent)
    for (const change of [
      { payload: { body: { code: `${code}A` } } },
      { payload: { body: 'code' } },
      { payload: { body: { code, user_id: 'user_1' } } },
      { payload: { url: `${ORIGIN}/api/v1/passwordless/authenticate/` } },
      { payload: { url: `${ORIGIN}/api/v1/passwordless/link` } },
      { payload: { url: 'https://evil.example/api/v1/passwordless/authenticate' } },
      { payload: { method: 'PUT' } },
      { payload: { appId: 'app_2' } },
      { payload: { expiry: NOW } },
      { payload: { expiry: NOW + 301_000 } },
      { signer: other },
    ] as const) {
      expect(await login(change)).toEqual({ ok: false, reason: 'authorization' })
    }
    expect(await login()).toMatchObject({ ok: true })
  })

  test('says what it is for: a code for a login links nothing, one for a link logs nobody in', async () => {
    const link = {
      userId: 'user_1',
      device: sealedDevice(custody, { appId: 'app_1', userId: 'user_1' }, device),
    }
    const forLogin = await codeProof(custody, device, sent, { userId: 'user_1', purpose: 'link' })
    expect(await login({ proof: forLogin, link })).toEqual({ ok: false, reason: 'code' })
    const linking = await sendTestCode(custody, identity, device, { codeId: 'code_l', purpose: 'link' })
    const proof = await codeProof(custody, device, linking, { purpose: 'login' })
    expect(await login({ proof })).toEqual({ ok: false, reason: 'code' })
    const relabelled = { ...linking, issued: { ...linking.issued, purpose: 'login' as const } }
    const passedOff = await codeProof(custody, device, relabelled)
    expect(await login({ proof: passedOff })).toEqual({ ok: false, reason: 'code' })
  })
})

test('after five wrong guesses the right code is refused, however often the caller’s own counter was reset', async () => {
  for (let round = 0; round < 5; round++) {
    expect(await guess(wrongCode)).toEqual({ ok: false, reason: 'code' })
  }
  expect(await login()).toEqual({ ok: false, reason: 'tries' })
})

test('parallel guesses get five tries between them', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => guess(wrongCode)))
  expect(answers.filter(answer => !answer.ok && answer.reason === 'code')).toHaveLength(5)
})

describe('an address', () => {
  const guessOften = async (times: number) => {
    for (let round = 0; round < times; round++) {
      // As who takes over the API process could: ever new codes, of which it stores nothing.
      if (round % 5 === 0) sent = await sendTestCode(custody, identity, device, { codeId: `code_${round}` })
      expect(await guess(sent.code === '000000' ? '000001' : '000000')).toEqual({ ok: false, reason: 'code' })
    }
    sent = await sendTestCode(custody, identity, device, { codeId: 'code_last' })
  }

  test('takes 300 wrong guesses a day, at however many codes', async () => {
    await guessOften(300)
    expect(await login()).toEqual({ ok: false, reason: 'tries' })
    sent = await sendTestCode(custody, { ...identity, address: 'other@b.example' }, device)
    expect(await login()).toMatchObject({ ok: true })
  }, 60_000)

  test('is open all the same to a device that its user has logged in on, and to no device that only says so', async () => {
    const first = await login()
    if (!first.ok) throw new Error('refused')
    const account = { userId: first.userId, seal: first.accountSeal }
    await guessOften(300)
    const { seal } = first.device
    expect(await login({ account })).toEqual({ ok: false, reason: 'tries' })
    const thief = { appId: 'app_1', userId: 'user_thief' }
    const own = sealedDevice(custody, thief, device).seal
    const mine = { account: { userId: 'user_thief', seal: first.accountSeal }, deviceSeal: own }
    expect(await login(mine)).toEqual({ ok: false, reason: 'tries' })
    expect(await login({ account, deviceSeal: own })).toEqual({ ok: false, reason: 'tries' })
    expect(await login({ account, deviceSeal: seal })).toMatchObject({ ok: true, userId: first.userId })
  }, 60_000)
})

test('a code cannot be issued for longer than ten minutes', async () => {
  const long = sendTestCode(custody, identity, device, { lastsMs: 24 * 60 * 60_000 })
  await expect(long).rejects.toThrow('ten minutes')
})

test('codes have six digits, leading zeros included, and spread over the whole range', async () => {
  for (let index = 0; index < 2000; index++) {
    await sendTestCode(custody, identity, device, { codeId: `c${index}`, lastsMs: 1 })
  }
  const codes = custody.sent.map(({ code }) => code)
  expect(codes.every(code => /^\d{6}$/.test(code))).toBe(true)
  expect(new Set(codes.map(code => code.charAt(0))).size).toBe(10)
})

describe('a test account’s fixed code', () => {
  const fixed = async () => {
    const known = await sendTestCode(custody, identity, device, { codeId: 'code_t', fixedCode: '123456' })
    return codeProof(custody, device, known)
  }

  test('logs in to the user that it made', async () => {
    const mailed = custody.sent.length
    const first = await login({ proof: await fixed() })
    if (!first.ok) throw new Error('refused')
    expect(custody.sent).toHaveLength(mailed)
    const account = { userId: first.userId, seal: first.accountSeal }
    expect(await login({ proof: await fixed(), account })).toMatchObject({ ok: true, userId: first.userId })
  })

  test('does not open the account that a mailed code made: writing to the database gives nobody’s account away', async () => {
    const owner = await login()
    if (!owner.ok) throw new Error('refused')
    const account = { userId: owner.userId, seal: owner.accountSeal }
    expect(await login({ proof: await fixed(), account })).toEqual({ ok: false, reason: 'account' })
  })

  test('cannot be passed off as a mailed one', async () => {
    const proof = await fixed()
    const issued = { ...proof.issued, test: false }
    expect(await login({ proof: { ...proof, issued } })).toEqual({ ok: false, reason: 'code' })
  })
})

describe('the id of a new user', () => {
  const userIdOf = async (change: Partial<SignerRequest<'verifyLogin'>>) => {
    const answer = await login({ generation: 0, ...change })
    return answer.ok ? answer.userId : answer.reason
  }
  const somebody = { ...identity, address: 'b@b.example' }
  const proofOf = async (fixedCode?: string) => {
    const made = await sendTestCode(custody, somebody, device, {
      codeId: 'code_b',
      ...(fixedCode && { fixedCode }),
    })
    return codeProof(custody, device, made)
  }

  test('is the same for the same address, guest or subject of the site, also after a restart', async () => {
    for (const proven of [
      await codeProof(custody, device, sent),
      await secretProof(custody, device, 'g'.repeat(43)),
      await tokenProof(custody, device, await issuer.sign(), issuer.settings),
    ]) {
      const first = await userIdOf({ proof: proven })
      custody = createTestCustody()
      expect(await userIdOf({ proof: proven })).toBe(first)
      expect(await userIdOf({ proof: proven, generation: 1 })).not.toBe(first)
    }
  })

  test('of a test account is random: who removes the account removes the user for good', async () => {
    const ids = [
      await userIdOf({ proof: await proofOf('123456') }),
      await userIdOf({ proof: await proofOf('123456') }),
      await userIdOf({ proof: await proofOf() }),
    ]
    expect(new Set(ids).size).toBe(3)
  })

  test('of a passkey that is being registered is random: its public key is no secret, and would name its owner', async () => {
    const passkey = createPasskey()
    const { id, publicKey } = passkey
    const made = { type: 'new-credential', appId: 'app_1', credential: { id, publicKey } } as const
    const payload = { body: madeBy(passkey, ORIGIN) }
    const first = await login({ proof: made, payload, generation: 0 })
    const second = await login({ proof: made, payload, generation: 0 })
    expect(first.ok && second.ok).toBe(true)
    expect(first.ok && first.userId).not.toBe(second.ok && second.userId)
  })

  test('is neither the linked user’s nor the known account’s', async () => {
    const link = {
      userId: 'user_1',
      device: sealedDevice(custody, { appId: 'app_1', userId: 'user_1' }, device),
    }
    sent = await sendTestCode(custody, identity, device, { purpose: 'link' })
    const proof = await codeProof(custody, device, sent, { userId: 'user_1' })
    expect(await userIdOf({ link, proof })).toBe('user_1')
  })
})

describe('other proofs', () => {
  const credential = 'c'.repeat(43)
  const subject = 'a@b.example'
  const ofSite = async () =>
    tokenProof(custody, device, await issuer.sign({ sub: subject }), issuer.settings, { subject })

  test('a guest’s credential leads to one user, and its hash, which the database has, to none', async () => {
    const guest = await secretProof(custody, device, credential)
    const first = await login({ proof: guest })
    if (!first.ok) throw new Error('refused')
    expect(first.identity.type).toBe('guest')
    expect(first.identity.subject).not.toContain(credential)
    const account = { userId: first.userId, seal: first.accountSeal }
    expect(await login({ proof: guest, account })).toMatchObject({ ok: true, userId: first.userId })
    const { subject: hash } = first.identity
    const stolen = await secretProof(custody, device, hash)
    expect(await login({ proof: stolen, account })).toEqual({ ok: false, reason: 'account' })
    expect(
      await login({ proof: await secretProof(custody, device, hash, { subject: hash }), account }),
    ).toEqual({
      ok: false,
      reason: 'sealed',
    })
  })

  test('a guest’s credential is sealed for its device: whoever relays it enters nowhere with it', async () => {
    const sealed = await secretProof(custody, device, credential)
    const request = signedLogin(other, PATHS.secret.login, sealed)
    expect(await verifyLogin(custody, request)).toEqual({ ok: false, reason: 'sealed' })
  })

  test('what a site’s own login says never opens an account that a code proved', async () => {
    const owner = await login()
    if (!owner.ok) throw new Error('refused')
    const account = { userId: owner.userId, seal: owner.accountSeal }
    expect(await login({ proof: await ofSite(), account })).toEqual({ ok: false, reason: 'account' })
    expect(await login({ proof: await ofSite() })).toMatchObject({
      ok: true,
      identity: { type: 'custom_auth', subject: 'a@b.example' },
    })
  })

  test('what it says is of no provider that the method does not have', async () => {
    await expect(login({ proof: { ...(await ofSite()), provider: 'google' } })).rejects.toThrow(
      'no account of google',
    )
  })
})
