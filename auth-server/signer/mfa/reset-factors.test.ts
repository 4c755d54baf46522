import { MFA_RESET_OPEN_MS, MFA_RESET_WAIT_MS } from '@vitrine/shared/mfa/limits.ts'
import { expect, test } from 'vitest'
import { readGuarded, sealGuarded } from '../guarded-seal.ts'
import type { SealedFactors } from '../mfa-shapes.ts'
import { isOperation } from '../process/handlers.ts'
import { SignerRefusal } from '../refusal.ts'
import { requireFactors, sealFactors } from '../sealed-factors.ts'
import { createTestCustody, MASTER_KEY, NOW } from '../testing/custody.ts'
import { beginFactorReset, completeFactorReset } from './reset-factors.ts'

const OWNER = { appId: 'app_1', userId: 'user_1' }
const PHONE = { type: 'sms', address: '+13125550100', test: false, verifiedAt: NOW } as const
const custody = createTestCustody()
const at = (now: number) => createTestCustody(MASTER_KEY, now)
const factors = (version = 1, owner = OWNER, list: SealedFactors['list'] = [PHONE]) =>
  sealFactors(custody, owner, { version, list, recoveryCodes: ['h'] })
const begun = (waitMs = MFA_RESET_WAIT_MS) =>
  beginFactorReset(custody, { ...OWNER, factors: factors(), waitMs })
const complete = (
  parts: Partial<Parameters<typeof completeFactorReset>[1]> = {},
  now = NOW + MFA_RESET_WAIT_MS,
) =>
  completeFactorReset(at(now), {
    ...{ ...OWNER, factors: factors(), reset: begun(), logins: [], devices: [] },
    ...parts,
  })
const refusal = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    return error instanceof SignerRefusal ? `${error.code}: ${error.message}` : String(error)
  }
  return 'none'
}

test('is done by the operator’s own signer alone', () => {
  for (const name of ['beginFactorReset', 'completeFactorReset'])
    expect([isOperation(name, false), isOperation(name, true)]).toEqual([false, true])
})

test('waits no shorter than 72 hours', () => {
  expect(refusal(() => begun(MFA_RESET_WAIT_MS - 1))).toContain('72 hours at least')
})

test('begins for who has factors, by the signer’s own word', () => {
  const begin = (of: SealedFactors) =>
    refusal(() => beginFactorReset(custody, { ...OWNER, factors: of, waitMs: MFA_RESET_WAIT_MS }))
  expect(begin(factors(1, OWNER, []))).toContain('no second factors')
  expect(begin(factors(1, { ...OWNER, userId: 'user_2' }))).toContain('invalid_seal')
  expect(begin({ ...factors(), version: 2 })).toContain('invalid_seal')
})

test('is completed between the end of its wait and a week later, to the millisecond', () => {
  const [from, to] = [NOW + MFA_RESET_WAIT_MS, NOW + MFA_RESET_WAIT_MS + MFA_RESET_OPEN_MS]
  expect([from - 1, from, to, to + 1].map(now => refusal(() => complete({}, now)))).toEqual([
    expect.stringContaining('is not over'),
    'none',
    'none',
    expect.stringContaining('too long ago'),
  ])
  const longer = begun(MFA_RESET_WAIT_MS + 1)
  expect(refusal(() => complete({ reset: longer }))).toContain('is not over')
})

test('is of one user and one state of their factors', () => {
  const forged = [{ at: NOW - 1 }, { waitMs: 0 }, { version: 2 }, { seal: 'A'.repeat(43) }]
  for (const change of forged)
    expect(refusal(() => complete({ reset: { ...begun(), ...change } }))).toContain('begun by nobody')
  for (const other of [
    { appId: 'app_1', userId: 'user_2' },
    { appId: 'app_2', userId: 'user_1' },
  ])
    expect(refusal(() => complete({ ...other, factors: factors(1, other) }))).toContain('begun by nobody')
  expect(refusal(() => complete({ factors: factors(2) }))).toContain('changed since')
  expect(refusal(() => complete({ factors: { ...factors(), recoveryCodes: [] } }))).toContain('invalid_seal')
})

test('leaves no factor and no recovery code, and seals ways in and devices anew: none brings those of before', () => {
  const { deviceSeal, accountSeal } = custody.keyring
  const device = { kind: 'device', ...OWNER, publicKey: 'K' } as const
  const login = { kind: 'account', ...OWNER, channel: 'email', address: 'a@mail.example' } as const
  const {
    devices,
    logins,
    factors: left,
  } = complete({
    devices: [{ publicKey: 'K', seal: sealGuarded(deviceSeal, device, 1) }],
    logins: [{ type: 'email', subject: 'a@mail.example', seal: sealGuarded(accountSeal, login, 1) }],
  })
  expect(left).toMatchObject({ version: 2, list: [], recoveryCodes: [] })
  expect(readGuarded(deviceSeal, device, devices[0] ?? '')).toEqual({ since: 2 })
  expect(readGuarded(accountSeal, login, logins[0] ?? '')).toEqual({ since: 2 })
  expect(refusal(() => requireFactors(custody, OWNER, 2, factors()))).toContain('those of before')
  expect(requireFactors(custody, OWNER, 2, left)).toEqual(left)
  const theirs = sealGuarded(deviceSeal, { ...device, userId: 'user_2' }, 1)
  expect(refusal(() => complete({ devices: [{ publicKey: 'K', seal: theirs }] }))).toContain('invalid_seal')
})
