import * as z from 'zod/mini'
import { type AccountType, accountTypeOf, provenBy, wayOfAccount } from '../account/login-facts.ts'
import { sealedSecret } from '../hpke/login-secret.ts'
import { entryOf } from '../login/registry.ts'
import { answeredChallenge } from './passkey-step-up.ts'
import { stepUpFields } from './step-up-fields.ts'

/**
 * `/step_up`: a person proves a way into their account again before another one is added, changed or removed, or before a
 * device that is held may sign.
 */

/** How long a proof is good for, once. */
export const STEP_UP_LIFETIME_MS = 5 * 60_000
/** Who logged in less than this ago has just proven a way, where they come from the account screen. */
export const FRESH_LOGIN_MS = 5 * 60_000

/**
 * The doors: what asks for a proof. A way in is added, changed or removed, the recovery of on-device wallets is, a key is
 * brought or taken out, its use is given away, what is held is allowed or refused, second factors are added, changed or removed, all that is
 * stored on a person is taken along, or their account is deleted.
 * `docs/architecture.md`, "Adding a door".
 */
export const STEP_UP_PURPOSES = [
  'link',
  'update',
  'unlink',
  'recovery',
  'import',
  'export',
  'delegate',
  'allow',
  'refuse',
  'mfa',
  'data',
  'delete',
] as const
export type StepUpPurpose = (typeof STEP_UP_PURPOSES)[number]

/** What can be proven again: by a code to it, or by the passkey itself. */
const byCode = z.enum(provenBy('code'))
const byAssertion = z.enum(provenBy('assertion'))
export type ProvableAgain = z.infer<typeof byCode> | z.infer<typeof byAssertion>
/** Account types of these. */
export const PROVABLE_TYPES: readonly AccountType[] = [
  ...provenBy('code').map(method => accountTypeOf({ method })),
  ...provenBy('assertion').map(method => accountTypeOf({ method })),
]

/**
 * The way in that is added or removed, as a proof names it. One that is made by what adds it, such as a passkey, has no
 * subject before.
 * @param subject lower case; a number in any international form
 */
export const stepUpTarget = (type: string, subject = ''): string => `${type}:${normalSubject(subject)}`

/** A subject as the server knows it: of a number its digits. */
export const normalSubject = (subject: string): string =>
  /^\+[\d\s().\-/]+$/.test(subject) ? subject.replace(/[^+\d]/g, '') : subject

/** A user has one recovery, of all wallets on their devices. */
export const RECOVERY_TARGET = stepUpTarget('recovery')

/** All second factors of a user together: one of them is not proven for another. */
export const MFA_TARGET = stepUpTarget('mfa')

/** All that is stored on a person; and their account, whole. */
export const DATA_TARGET = stepUpTarget('data')
export const DELETE_TARGET = stepUpTarget('delete')

/** A key that is brought in, or shown: by its wallet's address. */
export const walletTarget = (chainType: 'ethereum' | 'solana', address: string): string =>
  stepUpTarget(chainType, address)

/** Of a way in that is added: with its subject where a person types that in. */
export function addedTarget({ type, subject }: { readonly type: string; readonly subject: string }): string {
  const way = wayOfAccount({ type, subject })
  return stepUpTarget(type, way && entryOf(way.method).address !== null ? subject : '')
}

/** `release`: the device of the session is held, and is to sign. */
const purpose = z.enum([...STEP_UP_PURPOSES, 'release'])
const change = { purpose, target: z._default(z.string().check(z.maxLength(1400)), '') }

/** `/ways`: whether a proof is asked for, and by what the person can prove themselves. */
export const waysRequest = z.object({ purpose, from_account: stepUpFields.from_account })
export const waysResponse = z.object({
  is_required: z.boolean(),
  ways: z.array(z.union([byCode, byAssertion])),
  /** Until when the session's device is held; unix ms. */
  held_until: z.nullable(z.number()),
})
export type StepUpWays = z.infer<typeof waysResponse>

/** `/code`: sends a code to the person's own address or number, which is not for the caller to say. */
export const codeRequest = z.object({ purpose, way: byCode })
/** `/challenge`: options for `navigator.credentials.get`, of the person's own passkeys. */
export const challengeRequest = z.object({ purpose })

/** `/verify`, which the device signs; the code is sealed for the signer, as a login's is. */
export const codeAnswer = z.object({ ...change, way: byCode, code: sealedSecret })
export const passkeyAnswer = z.object({
  ...change,
  way: byAssertion,
  ...answeredChallenge,
})
export const verifyRequest = z.union([codeAnswer, passkeyAnswer])
/** Nothing is given out for `release`: the device is free from then on. */
export const verifyResponse = z.object({ step_up: z.nullable(z.string()) })
