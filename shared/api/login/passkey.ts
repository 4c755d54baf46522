import * as z from 'zod/mini'
import { captchaToken } from '../../captcha/token.ts'
import { stepUpFields } from '../step-up-fields.ts'

/** Contract §2.6, `/passkeys`: WebAuthn JSON (Web Authentication Level 3, §5.1.8 to §5.1.10) in snake_case. */

/** A challenge is good for this long, and so is the ceremony that answers it. */
export const CHALLENGE_LIFETIME_MS = 5 * 60_000

const base64url = (maxLength: number) =>
  z.string().check(z.minLength(1), z.maxLength(maxLength), z.regex(/^[A-Za-z0-9_-]+$/))

/** At most 1023 bytes (Web Authentication §5.8.3). */
export const credentialId = base64url(1364)
/** 32 bytes. */
const challenge = base64url(64)
/** Of the signer, over the challenge of the options: see `SignerStatement`, `challenge`. */
export const challengeSignature = z.string().check(z.regex(/^[\w-]{86}$/))
const publicKeyType = z.literal('public-key')
const userVerification = z.enum(['required', 'preferred', 'discouraged'])
const attachment = z.enum(['platform', 'cross-platform'])

const descriptor = z.object({
  id: credentialId,
  type: publicKeyType,
  transports: z.optional(z.array(z.string())),
})

export const creationOptions = z.object({
  challenge,
  rp: z.object({ id: z.optional(z.string()), name: z.string() }),
  user: z.object({ id: base64url(86), name: z.string(), display_name: z.string() }),
  pub_key_cred_params: z.array(z.object({ alg: z.number(), type: publicKeyType })),
  timeout: z.optional(z.number()),
  attestation: z.optional(z.enum(['none', 'indirect', 'direct', 'enterprise'])),
  authenticator_selection: z.optional(
    z.object({
      authenticator_attachment: z.optional(attachment),
      resident_key: z.optional(z.enum(['required', 'preferred', 'discouraged'])),
      require_resident_key: z.optional(z.boolean()),
      user_verification: z.optional(userVerification),
    }),
  ),
  exclude_credentials: z.optional(z.array(descriptor)),
  extensions: z.optional(z.object({ cred_props: z.optional(z.boolean()) })),
})
export type CreationOptions = z.infer<typeof creationOptions>

export const requestOptions = z.object({
  challenge,
  rp_id: z.optional(z.string()),
  allow_credentials: z.optional(z.array(descriptor)),
  timeout: z.optional(z.number()),
  user_verification: z.optional(userVerification),
})
export type RequestOptions = z.infer<typeof requestOptions>

const credential = {
  id: credentialId,
  raw_id: credentialId,
  type: publicKeyType,
  authenticator_attachment: z.optional(attachment),
  client_extension_results: z.record(z.string(), z.unknown()),
}

/** What `navigator.credentials.create` made. */
export const attestation = z.object({
  ...credential,
  response: z.object({
    client_data_json: base64url(4096),
    attestation_object: base64url(32_768),
    transports: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(16))),
  }),
})
export type Attestation = z.infer<typeof attestation>

/** What `navigator.credentials.get` gave. */
export const assertion = z.object({
  ...credential,
  response: z.object({
    client_data_json: base64url(4096),
    authenticator_data: base64url(2048),
    signature: base64url(1024),
    user_handle: z.optional(base64url(86)),
  }),
})
export type Assertion = z.infer<typeof assertion>

/** `/register/init`, `/link/init`, `/authenticate/init`. */
export const initRequest = z.object({ token: z.optional(captchaToken) })
export const creationInitResponse = z.object({ options: creationOptions, signature: challengeSignature })
export const requestInitResponse = z.object({ options: requestOptions, signature: challengeSignature })

/** `/register`. */
export const registerRequest = z.object({ authenticator_response: attestation })

/** `/link`. */
export const linkRequest = z.object({ authenticator_response: attestation, ...stepUpFields })

/** `/authenticate`. */
export const authenticateRequest = z.object({ challenge, authenticator_response: assertion })

/**
 * `/unlink`. Answered with the user, as `/link` is. One that is a second factor takes a proof of a factor besides (`shared/api/mfa.ts`).
 * `remove_as_mfa`: it is no factor any more either; the device signs the request then. Else it stays one.
 */
export const unlinkRequest = z.object({
  credential_id: credentialId,
  remove_as_mfa: z.optional(z.boolean()),
  ...stepUpFields,
})

/** As long as any that a person would write. */
export const PASSKEY_NAME_LENGTH = 48

/**
 * `/rename` (beyond the contract): what its person calls a passkey; nothing gives it back its own name. Answered with the user. No
 * control, line break, half of a character or mark of direction: it stands among other words. Of those that join letters two may stay.
 */
export const renameRequest = z.object({
  credential_id: credentialId,
  name: z
    .string()
    .check(
      z.maxLength(PASSKEY_NAME_LENGTH),
      z.regex(/^(?:[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|[\u200c\u200d])*$/u),
    ),
})
