import * as z from 'zod/mini'
import { captchaToken } from '../captcha/token.ts'
import { base58Bytes } from '../encoding.ts'
import { SIGN_IN_PURPOSES } from '../wallet/sign-in-message.ts'
import { signUpMode } from './sign-up-mode.ts'
import { stepUpFields } from './step-up-fields.ts'
import { transferNonce } from './transfer-fields.ts'

/** What `/siwe` and `/siws` (contract §2.3) have in common. */

/** How long a person may take to sign. */
export const SIGN_IN_LIFETIME_MS = 5 * 60_000

/**
 * What a message says of when it was issued: when its nonce was. By the server's clock, for that of a person's device may be wrong.
 * @param expiresAt `expires_at` of the nonce, unix seconds
 */
export const issuedAt = (expiresAt: number): Date => new Date(expiresAt * 1000 - SIGN_IN_LIFETIME_MS)

/** Letters in both cases alike: an address is told from others by its letters alone. */
export const ethereumAddress = z.string().check(z.regex(/^0x[\da-fA-F]{40}$/))
export const solanaAddress = z.string().check(
  z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
  z.refine(address => base58Bytes(address)?.length === 32),
)
export type AddressSchema = typeof ethereumAddress

/** Names that a page or a wallet gives itself; shown, and no more. */
const label = z.optional(z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[\w .:-]+$/)))
/** What is known of the wallet app. */
export const walletLabels = { walletClientType: label, connectorType: label }

/** `/init`, which the device proves; of who is logged in for anything but a login. */
export const initRequestOf = (address: AddressSchema) =>
  z.object({
    address,
    purpose: z._default(z.enum(SIGN_IN_PURPOSES), 'login'),
    token: z.optional(captchaToken),
  })
export const initResponse = z.object({
  nonce: z.string().check(z.regex(/^[\da-f]{32}$/)),
  /** As it was asked for. */
  address: z.string(),
  /** Unix seconds. */
  expires_at: z.number(),
  /** The signer's, see `SignerStatement`, `sign-in-nonce`. */
  signature: z.string(),
})

export const modeField = { mode: z.optional(signUpMode) }

/** Answered with the user. */
export const unlinkRequestOf = (address: AddressSchema) => z.object({ address, ...stepUpFields })

/** Answered with the user. */
export const transferRequestOf = (address: AddressSchema) =>
  z.object({ nonce: transferNonce, address, ...walletLabels })
