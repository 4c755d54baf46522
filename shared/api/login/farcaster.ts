import * as z from 'zod/mini'
import { captchaToken } from '../../captcha/token.ts'
import { wholeNumber } from '../../whole-number.ts'
import { signUpMode } from '../sign-up-mode.ts'
import { stepUpFields } from '../step-up-fields.ts'
import { transferNonce } from '../transfer-fields.ts'

/**
 * Contract §2.4, `/farcaster`. The server opens a channel at a relay (FIP-11); the person opens its address in their Farcaster
 * app, which signs a message (EIP-4361) with a nonce of the server's signer; the device fetches it and logs in with it.
 */

/** How long a person may take to approve. */
export const CHANNEL_LIFETIME_MS = 5 * 60_000
/** Of `/status` (contract §1). */
export const CHANNEL_TOKEN_HEADER = 'farcaster-channel-token'

/** The relay's, e.g. a UUID. Whoever has it reads what the person signed, which is good for one device. */
export const channelToken = z.string().check(z.regex(/^[\w-]{8,256}$/))
/** EIP-4361. */
const message = z.string().check(z.minLength(1), z.maxLength(4096))
/** Of a key 65 bytes; of a contract as many as it takes (EIP-1271, ERC-6492). */
const signature = z.string().check(z.maxLength(16_386), z.regex(/^0x(?:[\da-f]{2}){65,}$/i))
/** The number of a Farcaster account. */
const fid = wholeNumber.check(z.positive())
const url = z.string().check(z.maxLength(2048))

/** `/init`, which the device proves; of who is logged in for `link`. */
export const initRequest = z.object({
  purpose: z._default(z.enum(['login', 'link']), 'login'),
  /** Where the Farcaster app sends the person back to, of one of the app's origins; absent: nowhere. */
  redirect_url: z.optional(url),
  /** The site that asks, of one of the app's origins. What the person is shown is the wallet origin all the same. */
  relying_party: z.optional(url),
  token: z.optional(captchaToken),
})
export const initResponse = z.object({
  channel_token: channelToken,
  /** What the QR code stands for. */
  connect_uri: z.string(),
  /** The signer's, see `SignerStatement`, `channel-url`. */
  signature: z.string(),
})
export type OpenedChannel = z.infer<typeof initResponse>

const text = z.optional(z.string())
/** What a relay says of who approved. Nothing but message and signature is proven by it. */
export const completedSignIn = z.object({
  message,
  signature,
  fid,
  username: text,
  display_name: text,
  bio: text,
  pfp_url: text,
})
export type CompletedSignIn = z.infer<typeof completedSignIn>

/** `GET /status`. */
export const statusResponse = z.union([
  z.object({ state: z.literal('pending'), nonce: z.string() }),
  z.object({ state: z.literal('completed'), nonce: z.string(), ...completedSignIn.shape }),
])

const signIn = { channel_token: channelToken, message, signature, fid }
export const authenticateRequest = z.object({ ...signIn, mode: z.optional(signUpMode) })

/** Answered with the user, as `unlinkRequest` is. */
export const linkRequest = z.object({ ...signIn, ...stepUpFields })

export const unlinkRequest = z.object({ fid, ...stepUpFields })

/** Answered with the user. The account's wallets come with it, so that none is named: `farcaster_embedded_address` is not read. */
export const transferRequest = z.object({
  nonce: transferNonce,
  farcaster_id: z.string().check(z.regex(/^[1-9]\d{0,15}$/)),
})
