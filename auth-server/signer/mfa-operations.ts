import * as z from 'zod'
import { begunReset, challengeAnswer, mfaClaim, sealedFactors } from './mfa-shapes.ts'
import {
  accountSealFacts,
  authorization,
  device,
  id,
  identity,
  issuedCode,
  passkey,
  presence,
  short,
} from './operation-shapes.ts'

const asked = { appId: id, userId: id, device, authorization }
/** A way in, or a device, as this process sealed it. */
const sealedLogin = identity.extend({ facts: z.optional(accountSealFacts), seal: short })
const token = z.strictObject({ at: z.number(), seal: z.string() })
/**
 * Why a factor is not taken: `code` is one that is wrong, `sealed` one that was not sealed for this, `tries` that too many were
 * wrong, `factor` that the user has none of this kind.
 */
const refused = z.strictObject({
  ok: z.literal(false),
  reason: z.enum(['code', 'sealed', 'expired', 'tries', 'factor', 'assertion']),
})

/** Ninety days: longer than that nobody waits for an answer. */
const MOST_WAIT_MS = 90 * 24 * 60 * 60_000

/** What is asked of the signer for second factors. */
export const MFA_OPERATIONS = {
  /** Makes the secret of an authenticator app, for the device that signed; `sealed` is stored until it is enrolled. */
  beginTotp: {
    request: z.strictObject({
      ...asked,
      /** Whom the app is to show it for. */
      appName: z.string().max(256),
      account: z.string().max(320),
      /** Unix ms. */
      expiresAt: z.number().int(),
    }),
    response: z.strictObject({ sealed: z.string(), totp: z.string(), signature: z.string() }),
  },
  /** Checks a factor, and gives the word that it was proven. The signed body has the code. */
  proveFactor: {
    request: z.strictObject({
      ...asked,
      factors: sealedFactors,
      proof: z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('totp') }),
        z.strictObject({ type: z.literal('recovery_code') }),
        z.strictObject({ type: z.literal('code'), issued: issuedCode }),
        challengeAnswer.extend({ type: z.literal('passkey') }),
      ]),
    }),
    response: z.discriminatedUnion('ok', [
      refused,
      z.strictObject({
        ok: z.literal(true),
        token,
        /** Of an authenticator app: this step, and all before it, are used up. */
        step: z.nullable(z.number()),
        /** After a recovery code, which is used up. */
        factors: z.nullable(sealedFactors),
      }),
    ]),
  },
  /**
   * Adds, changes or removes second factors, by the body that the device signed, and seals the user's ways in and devices anew, so
   * that none of them brings factors of before; the answers are in the order of the request.
   */
  changeFactors: {
    request: z.strictObject({
      ...asked,
      presence,
      mfa: mfaClaim,
      change: z.discriminatedUnion('type', [
        z.strictObject({
          type: z.literal('totp'),
          sealed: z.string().max(4096),
          expiresAt: z.number().int(),
        }),
        z.strictObject({ type: z.literal('code'), issued: issuedCode }),
        /** The user's own, as they are sealed. */
        z.strictObject({
          type: z.literal('passkeys'),
          passkeys: z.array(passkey.extend({ seal: short })).max(20),
        }),
        /** That is unlinked. */
        z.strictObject({ type: z.literal('passkey-gone') }),
        z.strictObject({ type: z.literal('remove'), method: z.enum(['totp', 'sms', 'email']) }),
        z.strictObject({ type: z.literal('recovery-codes') }),
      ]),
      logins: z.array(sealedLogin).max(500),
      devices: z.array(device).max(5_000),
    }),
    response: z.discriminatedUnion('ok', [
      refused,
      z.strictObject({
        ok: z.literal(true),
        factors: sealedFactors,
        /** What was proven with the change. */
        token: z.nullable(token),
        step: z.nullable(z.number()),
        recoveryCodes: z.nullable(z.strictObject({ codes: z.string(), signature: z.string() })),
        logins: z.array(z.string()),
        devices: z.array(z.string()),
      }),
    ]),
  },
  /** Begins to take all factors of a user away, for the operator: `OPERATORS_OWN`. Nothing changes yet. */
  beginFactorReset: {
    request: z.strictObject({
      appId: id,
      userId: id,
      factors: sealedFactors,
      waitMs: z.number().int().max(MOST_WAIT_MS),
    }),
    response: begunReset,
  },
  /** Takes them away after the wait, and seals the user's ways in and devices anew; the answers are in the order of the request. */
  completeFactorReset: {
    request: z.strictObject({
      appId: id,
      userId: id,
      factors: sealedFactors,
      reset: begunReset,
      logins: z.array(sealedLogin).max(500),
      devices: z.array(device).max(5_000),
    }),
    response: z.strictObject({
      factors: sealedFactors,
      logins: z.array(z.string()),
      devices: z.array(z.string()),
    }),
  },
  /** Whether a factor was proven on a device, for what this process does not do itself, such as a change of the recovery. */
  checkMfa: {
    request: z.strictObject({ appId: id, userId: id, device, mfa: mfaClaim }),
    response: z.strictObject({}),
  },
} as const
