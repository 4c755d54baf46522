import { CLOUD_RECOVERIES } from '@vitrine/shared/api/recovery.ts'
import * as z from 'zod'
import { cloudContainer, GRANT_FAILURES } from '../mailer/operations.ts'
import { mfaClaim } from './mfa-shapes.ts'
import {
  authorization,
  begunGrant,
  device,
  id,
  oauthClient,
  short,
  whereGrantLeads,
} from './operation-shapes.ts'

/** What a person who is logged in began at their cloud. Its seal is of the purpose `recovery`: it makes no login and no link. */
const begun = begunGrant.omit({ purpose: true }).extend({ provider: z.enum(CLOUD_RECOVERIES), userId: id })
const sealed = z.string().max(4096)
/** Unix ms; covered by the envelope. */
const expiresAt = z.number().int()

/** What is asked of the signer for what opens a recovery and lies elsewhere: in a cloud, or at the site's backend. */
export const RECOVERY_OPERATIONS = {
  /** Begins what lets the frame keep a secret in the person's cloud: as `startGrant`. */
  startRecovery: {
    request: z.discriminatedUnion('provider', [
      begun.extend({ provider: z.literal('google-drive'), client: oauthClient, ...whereGrantLeads }),
      begun.extend({ provider: z.literal('icloud'), container: cloudContainer, ...whereGrantLeads }),
    ]),
    response: z.discriminatedUnion('ok', [
      z.strictObject({ ok: z.literal(false), reason: z.enum(['unavailable', 'refused']) }),
      z.strictObject({ ok: z.literal(true), url: z.string(), signature: z.string(), seal: z.string() }),
    ]),
  },
  /**
   * Takes what the cloud answered, by the body that the device signed, and gives the frame that asked the access token, sealed
   * and signed (`SignerStatement`, `cloud-token`). `client` is Google Drive's.
   */
  redeemRecovery: {
    request: z.strictObject({
      client: z.nullable(oauthClient),
      grant: begun.extend({ seal: short }),
      device,
      authorization,
      mfa: mfaClaim,
    }),
    response: z.discriminatedUnion('ok', [
      z.strictObject({
        ok: z.literal(false),
        reason: z.enum(['grant', 'expired', 'sealed', 'verifier', ...GRANT_FAILURES]),
      }),
      z.strictObject({ ok: z.literal(true), token: z.string(), signature: z.string() }),
    ]),
  },
  /** Seals the recovery key that a site's backend has for its user: 32 to 64 bytes, base64. */
  sealRecoveryKey: {
    request: z.strictObject({ appId: id, userId: id, expiresAt, recoveryKey: z.string().max(88) }),
    response: z.strictObject({ sealed: z.string() }),
  },
  /** Gives it to the vault of a device of that user; see `SignerStatement`, `recovery-key`. */
  releaseRecoveryKey: {
    request: z.strictObject({
      appId: id,
      userId: id,
      expiresAt,
      sealed,
      device,
      authorization,
      mfa: mfaClaim,
    }),
    response: z.discriminatedUnion('ok', [
      z.strictObject({ ok: z.literal(false), reason: z.literal('expired') }),
      z.strictObject({ ok: z.literal(true), sealed: z.string(), signature: z.string() }),
    ]),
  },
} as const
