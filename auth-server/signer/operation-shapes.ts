import { type AccountType, isAccountType, provenBy } from '@vitrine/shared/account/login-facts.ts'
import { SENT_CODE_PURPOSES } from '@vitrine/shared/otp/code.ts'
import * as z from 'zod'
import { partySettings } from '../oauth-providers/telegram-bot.ts'

/** What requests to the signer are made of. */
export const id = z.string().min(1).max(64)
export const short = z.string().min(1).max(512)

/** RFC 7638 thumbprint of a device's key. */
export const thumbprint = z.string().regex(/^[\w-]{43}$/)

/** A passkey: credential id (at most 1023 bytes, base64url) and public key (base64 SPKI). */
export const passkey = z.strictObject({
  id: z.string().regex(/^[\w-]{1,1364}$/),
  publicKey: z.string().min(1).max(1024),
})

/** Where a one-time code goes. `address` is normalised: lower case, or E.164. */
export const destination = z.strictObject({ appId: id, channel: z.enum(provenBy('code')), address: short })
export const oneTimeCode = z.string().regex(/^\d{6}$/)

export const issuedCode = destination.extend({
  codeId: id,
  purpose: z.enum(SENT_CODE_PURPOSES),
  /** Unix ms; covered by the digest, so a later date in the database does not lengthen a code's life. */
  expiresAt: z.number().int(),
  /** The code was fixed by a test account; covered by the digest. */
  test: z.boolean(),
  digest: short,
})

/** Account types of contract §3 that a proof can lead to, and their normalised subject. */
export const identity = z.strictObject({
  type: z.custom<AccountType>(type => typeof type === 'string' && isAccountType(type)),
  subject: z.string().min(1).max(1364),
})

/** Of one person, whom an app's backend named before they logged in. */
export const MAX_EXPECTED_IDENTITIES = 8

/** See `Statement`, `account`. */
export const accountSealFacts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

export const device = z.strictObject({ publicKey: short, seal: short })

/** The signer's own word that a person proved a way in: at a login, or for the very thing that is asked for. See `presence.ts`. */
export const presence = z.strictObject({
  of: z.enum(['login', 'step-up']),
  /** Unix ms, by the signer's own clock. */
  at: z.number().int(),
  seal: short,
})

/** Who has taken the owner in, by the signer's word: their device signs for what is sealed for the owner. See `adoption.ts`. */
export const adopter = z.optional(z.strictObject({ userId: id, seal: short }))

/** The signed request as the client canonicalised it, and its signature. */
export const authorization = z.strictObject({
  payload: z.strictObject({
    version: z.literal(1),
    method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
    url: z.string().max(2048),
    body: z.unknown(),
    headers: z.strictObject({
      'vitrine-app-id': id,
      'vitrine-idempotency-key': z.string().min(16).max(128),
      'vitrine-request-expiry': z.string().regex(/^\d{13}$/),
    }),
  }),
  signature: z.string().max(256),
})

export const oauthProvider = z.string().min(1).max(80)
/** What a person, on this device, began at a provider; see `Statement`, `grant`. */
export const begunGrant = z.strictObject({
  appId: id,
  provider: oauthProvider,
  state: z.string().regex(/^[\w-]{48}$/),
  codeChallenge: z.string().regex(/^[\w-]{43}$/),
  device: thumbprint,
  purpose: z.enum(['login', 'link']),
  userId: z.nullable(id),
  /** Unix ms. */
  expiresAt: z.number().int(),
})
/** An app at a provider, as `sealOauthClient` sealed it. */
export const oauthClient = z.strictObject({ settings: partySettings, sealed: z.string().max(16_384) })

/** The window that a grant is for, and where the page comes back to; `null`: a window is all that moves. */
export const whereGrantLeads = {
  flowId: z.string().regex(/^[\w-]{43}$/),
  redirectTo: z.nullable(z.string().max(2048)),
}
