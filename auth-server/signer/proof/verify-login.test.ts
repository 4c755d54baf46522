import { beforeEach, describe, expect, test } from 'vitest'
import type { Custody } from '../custody.ts'
import { issueCode } from '../issue-code.ts'
import type { LoginProof, SignerRequest } from '../operations.ts'
import { isSealOf } from '../seal.ts'
import { createTestCustody, MASTER_KEY, NOW, ORIGIN, sealedDevice } from '../testing/custody.ts'
import { createTestDevice } from '../testing/device.ts'
import { verifyLogin } from './verify-login.ts'

const identity = { appId: 'app_1', channel: 'email', address: 'a@b.example' } as const
const device = await createTestDevice()
const provenFor = async (path: string, method = 'POST') => {
  const url = `${ORIGIN}/api/v1${path}`
  return { proof: await device.prove({ method, url, now: NOW }), method, url }
}
const dpop = await provenFor('/passwordless/authenticate')
const { url } = dpop
/** Where each proof is sent to. */
const sent = {
  code: { login: dpop, link: await provenFor('/passwordless/link') },
  secret: { login: await provenFor('/guest/authenticate'), link: await provenFor('/guest/link') },
  attested: {
    login: await provenFor('/custom_jwt_account/authenticate'),
    link: await provenFor('/custom_jwt_account/link'),
  },
  'new-credential': { login: await provenFor('/passkeys/register'), link: await provenFor('/passkeys/link') },
} as const

let custody: Custody
let request: SignerRequest<'verifyLogin'>
let proof: Extract<LoginProof, { type: 'code' }>
let wrongCode: string

beforeEach(() => {
  custody = createTestCustody()
  const lasting = { ...identity, codeId: 'code_1', expiresAt: NOW + 600_000 }
  const { code, digest } = issueCode(custody, lasting)
  wrongCode = code === '000000' ? '000001' : '000000'
  proof = { type: 'code', issued: { ...lasting, test: false, digest }, code }
  request = { proof, account: null, dpop, link: null }
})

const login = (change: Partial<SignerRequest<'verifyLogin'>> = {}) => {
  const made = { ...request, ...change }
  const type = made.proof.type === 'assertion' ? 'new-credential' : made.proof.type
  return verifyLogin(custody, { ...made, dpop: change.dpop ?? sent[type][made.link ? 'link' : 'login'] })
}
const guess = (change: Partial<typeof proof>) => login({ proof: { ...proof, ...change } })

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
  expect(await guess({ code: wrongCode })).toEqual({ ok: false, reason: 'code' })
})

test.each([
  { appId: 'app_2' },
  { address: 'victim@b.example' },
  { codeId: 'code_2' },
  { expiresAt: NOW + 600_001 },
  { test: true },
])('a code of another %o is refused', async change => {
  expect(await guess({ issued: { ...proof.issued, ...change } })).toEqual({ ok: false, reason: 'code' })
})

test('a code that has expired by the signer’s clock is refused', async () => {
  custody = createTestCustody(MASTER_KEY, NOW + 600_000)
  const late = { ...dpop, proof: await device.prove({ method: 'POST', url, now: NOW + 600_000 }) }
  expect(await login({ dpop: late })).toEqual({ ok: false, reason: 'expired' })
})

test('a code of another master key is refused: a digest in the database is worth nothing by itself', async () => {
  custody = createTestCustody(Buffer.alloc(32, 9))
  expect(await login()).toEqual({ ok: false, reason: 'code' })
})

test('a code that was sent by text message does not pass for one of a mail, nor at its path', async () => {
  const issued = { ...proof.issued, channel: 'sms' as const }
  expect(await guess({ issued })).toEqual({ ok: false, reason: 'dpop' })
  const dpop = await provenFor('/passwordless_sms/authenticate')
  expect(await login({ proof: { ...proof, issued }, dpop })).toEqual({ ok: false, reason: 'code' })
})

test('a proof that does not hold is refused, costs no guess and tells nothing of the code', async () => {
  const broken = { ...dpop, proof: await device.prove({ method: 'POST', url: `${url}/`, now: NOW }) }
  for (let round = 0; round < 10; round++) {
    const code = round % 2 ? wrongCode : proof.code
    expect(await login({ dpop: broken, proof: { ...proof, code } })).toEqual({
      ok: false,
      reason: 'dpop',
    })
  }
  expect(await login()).toMatchObject({ ok: true })
})

test('after five wrong guesses the right code is refused, however often the caller’s own counter was reset', async () => {
  for (let round = 0; round < 5; round++) {
    expect(await guess({ code: wrongCode })).toEqual({ ok: false, reason: 'code' })
  }
  expect(await login()).toEqual({ ok: false, reason: 'tries' })
})

test('parallel guesses get five tries between them', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => guess({ code: wrongCode })))
  expect(answers.filter(answer => !answer.ok && answer.reason === 'code')).toHaveLength(5)
})

test('a code cannot be issued for longer than ten minutes', () => {
  const long = { ...identity, codeId: 'code_3', expiresAt: NOW + 24 * 60 * 60_000 }
  expect(() => issueCode(custody, long)).toThrow('ten minutes')
})

test('codes have six digits, leading zeros included, and spread over the whole range', () => {
  const codes = Array.from({ length: 2000 }, (_, index) =>
    issueCode(custody, { ...identity, codeId: `c${index}`, expiresAt: NOW + 1 }),
  ).map(({ code }) => code)
  expect(codes.every(code => /^\d{6}$/.test(code))).toBe(true)
  expect(new Set(codes.map(code => code.charAt(0))).size).toBe(10)
})

describe('a test account’s fixed code', () => {
  const lasting = { ...identity, codeId: 'code_t', expiresAt: NOW + 600_000 }
  const fixed = () => {
    const { code, digest } = issueCode(custody, { ...lasting, fixedCode: '123456' })
    return { type: 'code', issued: { ...lasting, test: true, digest }, code } as const
  }

  test('logs in to the user that it made', async () => {
    const first = await login({ proof: fixed() })
    if (!first.ok) throw new Error('refused')
    expect(fixed().code).toBe('123456')
    const account = { userId: first.userId, seal: first.accountSeal }
    expect(await login({ proof: fixed(), account })).toMatchObject({ ok: true, userId: first.userId })
  })

  test('does not open the account that a mailed code made: writing to the database gives nobody’s account away', async () => {
    const owner = await login()
    if (!owner.ok) throw new Error('refused')
    const account = { userId: owner.userId, seal: owner.accountSeal }
    expect(await login({ proof: fixed(), account })).toEqual({ ok: false, reason: 'account' })
  })

  test('cannot be passed off as a mailed one', async () => {
    const issued = { ...fixed().issued, test: false }
    expect(await login({ proof: { ...fixed(), issued } })).toEqual({ ok: false, reason: 'code' })
  })
})

describe('linking', () => {
  const owner = { appId: 'app_1', userId: 'user_1' }
  const link = () => ({ userId: 'user_1', device: sealedDevice(custody, owner, device) })

  test('binds the identity to the user whose device proves', async () => {
    const linked = await login({ link: link() })
    if (!linked.ok) throw new Error('refused')
    const statement = { kind: 'account', ...identity, userId: 'user_1' } as const
    expect(isSealOf(custody.keyring.accountSeal, statement, linked.accountSeal)).toBe(true)
    const account = { userId: 'user_1', seal: linked.accountSeal }
    expect(await login({ account })).toMatchObject({ ok: true, userId: 'user_1' })
  })

  test('is refused to a device of another user, a device without a seal, and another device than the one that proves', async () => {
    const other = await createTestDevice()
    const refused = { ok: false, reason: 'device' }
    for (const wrong of [
      { userId: 'user_2', device: link().device },
      { userId: 'user_1', device: { ...link().device, seal: proof.issued.digest } },
      { userId: 'user_1', device: sealedDevice(custody, owner, other) },
      { userId: 'user_1', device: sealedDevice(custody, { ...owner, appId: 'app_2' }, device) },
    ]) {
      expect(await login({ link: wrong })).toEqual(refused)
    }
  })

  test('takes a device’s proof for that very call: one of another call, which it makes all day, links nothing', async () => {
    const update = await provenFor('/passwordless/update')
    expect(await login({ link: link(), dpop: update })).toMatchObject({ ok: true })
    for (const [path, method] of [
      ['/users/me', 'GET'],
      ['/wallets', 'POST'],
      ['/sessions', 'POST'],
      ['/passwordless/authenticate', 'POST'],
      ['/passwordless_sms/link', 'POST'],
      ['/passkeys/link', 'POST'],
      ['/passwordless/link', 'PUT'],
      ['/passwordless/link/', 'POST'],
    ] as const) {
      const other = await provenFor(path, method)
      expect(await login({ link: link(), dpop: other })).toEqual({ ok: false, reason: 'dpop' })
    }
    const elsewhere = 'https://evil.example/api/v1/passwordless/link'
    const proof = await device.prove({ method: 'POST', url: elsewhere, now: NOW })
    const dpop = { proof, method: 'POST', url: elsewhere }
    expect(await login({ link: link(), dpop })).toEqual({ ok: false, reason: 'dpop' })
  })

  test('is nothing for a guest, who would stay one', async () => {
    const proof = { type: 'secret', appId: 'app_1', credential: 'g'.repeat(43) } as const
    expect(await login({ link: link(), proof })).toEqual({ ok: false, reason: 'dpop' })
  })

  test('takes a right code all the same', async () => {
    expect(await login({ link: link(), proof: { ...proof, code: wrongCode } })).toEqual({
      ok: false,
      reason: 'code',
    })
  })
})

describe('the id of a new user', () => {
  const userIdOf = async (change: Partial<SignerRequest<'verifyLogin'>>) => {
    const answer = await login({ generation: 0, ...change })
    return answer.ok ? answer.userId : answer.reason
  }
  const other = { ...identity, address: 'b@b.example', codeId: 'code_b', expiresAt: NOW + 600_000 }
  const proofOf = (fixedCode?: string) => {
    const { code, digest } = issueCode(custody, { ...other, ...(fixedCode && { fixedCode }) })
    return { type: 'code', issued: { ...other, test: fixedCode !== undefined, digest }, code } as const
  }

  test('is the same for the same address, guest or subject of the site, also after a restart', async () => {
    const credential = 'g'.repeat(43)
    for (const proven of [
      proof,
      { type: 'secret', appId: 'app_1', credential } as const,
      { type: 'attested', method: 'custom-jwt', appId: 'app_1', subject: '42' } as const,
    ]) {
      const first = await userIdOf({ proof: proven })
      custody = createTestCustody()
      expect(await userIdOf({ proof: proven })).toBe(first)
      expect(await userIdOf({ proof: proven, generation: 1 })).not.toBe(first)
    }
  })

  test('of a test account is random: who removes the account removes the user for good', async () => {
    const ids = [
      await userIdOf({ proof: proofOf('123456') }),
      await userIdOf({ proof: proofOf('123456') }),
      await userIdOf({ proof: proofOf() }),
    ]
    expect(new Set(ids).size).toBe(3)
  })

  test('of a passkey that is being registered is random: its public key is no secret, and would name its owner', async () => {
    const made = { type: 'new-credential', appId: 'app_1', credential: { id: 'p', publicKey: 'k' } } as const
    expect(await userIdOf({ proof: made })).not.toBe(await userIdOf({ proof: made }))
  })

  test('is neither the linked user’s nor the known account’s', async () => {
    const link = {
      userId: 'user_1',
      device: sealedDevice(custody, { appId: 'app_1', userId: 'user_1' }, device),
    }
    expect(await userIdOf({ link })).toBe('user_1')
  })
})

describe('other proofs', () => {
  const credential = 'c'.repeat(43)
  const guest = { type: 'secret', appId: 'app_1', credential } as const
  const attested = { type: 'attested', method: 'custom-jwt', appId: 'app_1', subject: 'a@b.example' } as const

  test('a guest’s credential leads to one user, and its hash, which the database has, to none', async () => {
    const first = await login({ proof: guest })
    if (!first.ok) throw new Error('refused')
    expect(first.identity.type).toBe('guest')
    expect(first.identity.subject).not.toContain(credential)
    const account = { userId: first.userId, seal: first.accountSeal }
    expect(await login({ proof: guest, account })).toMatchObject({ ok: true, userId: first.userId })
    const stolen = { ...guest, credential: first.identity.subject }
    expect(await login({ proof: stolen, account })).toEqual({ ok: false, reason: 'account' })
  })

  test('what the API process attests never opens an account that a code proved', async () => {
    const owner = await login()
    if (!owner.ok) throw new Error('refused')
    const account = { userId: owner.userId, seal: owner.accountSeal }
    expect(await login({ proof: attested, account })).toEqual({ ok: false, reason: 'account' })
    expect(await login({ proof: attested })).toMatchObject({
      ok: true,
      identity: { type: 'custom_auth', subject: 'a@b.example' },
    })
  })

  test('what it attests is of no provider that the method does not have', async () => {
    await expect(login({ proof: { ...attested, provider: 'google' } })).rejects.toThrow(
      'no account of google',
    )
  })
})

describe('a code that confirms a change', () => {
  /** Of the user's own address, on the user's own device, at the path that confirms. */
  async function confirming(): Promise<SignerRequest<'verifyLogin'>> {
    const known = await login()
    if (!known.ok) throw new Error('refused')
    const lasting = {
      ...identity,
      purpose: 'step-up' as const,
      codeId: 'code_2',
      expiresAt: NOW + 600_000,
    }
    const { code, digest } = issueCode(custody, lasting)
    const { userId, accountSeal: seal } = known
    return {
      proof: { type: 'code', issued: { ...lasting, test: false, digest }, code },
      account: { userId, seal },
      dpop: await provenFor('/step_up/verify'),
      link: { userId, device: { publicKey: known.device.publicKey, seal: known.device.seal } },
    }
  }
  const refused = (reason: string) => ({ ok: false, reason })

  test('proves the user’s own address again', async () => {
    const made = await confirming()
    expect(await verifyLogin(custody, made)).toMatchObject({ ok: true, userId: made.account?.userId })
  })

  test('neither logs in nor links, at any path, and is no login’s code', async () => {
    const made = await confirming()
    for (const call of [dpop, sent.code.link])
      for (const link of [made.link, null])
        expect(await verifyLogin(custody, { ...made, dpop: call, link })).toEqual(refused('dpop'))
    expect(await verifyLogin(custody, { ...made, link: null })).toEqual(refused('dpop'))
    if (made.proof.type !== 'code') throw new Error('no code')
    const { purpose: _without, ...issued } = made.proof.issued
    const asLogin = { ...made, proof: { ...made.proof, issued }, dpop, link: null }
    expect(await verifyLogin(custody, asLogin)).toEqual(refused('code'))
    const loginCode = { ...proof, issued: { ...proof.issued, purpose: 'step-up' as const } }
    expect(await verifyLogin(custody, { ...made, proof: loginCode })).toEqual(refused('code'))
    expect(await verifyLogin(custody, { ...made, proof })).toEqual(refused('dpop'))
  })

  test('binds the address to nobody else, and needs the account that it is of', async () => {
    const made = await confirming()
    expect(await verifyLogin(custody, { ...made, account: null })).toEqual(refused('account'))
    const other = await login({ account: null })
    if (!other.ok || !made.link) throw new Error('refused')
    const link = { userId: other.userId, device: other.device }
    expect(
      await verifyLogin(custody, {
        ...made,
        link: { ...link, device: { publicKey: link.device.publicKey, seal: link.device.seal } },
      }),
    ).toEqual(refused('account'))
  })
})
