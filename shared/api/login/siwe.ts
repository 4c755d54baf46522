import * as z from 'zod/mini'
import { SMART_WALLET_TYPES, SMART_WALLET_VERSION } from '../../login/siwe.ts'
import { stepUpFields } from '../step-up-fields.ts'
import {
  ethereumAddress,
  initRequestOf,
  modeField,
  transferRequestOf,
  unlinkRequestOf,
  walletLabels,
} from '../wallet-sign-in.ts'

/**
 * Contract §2.3, `/siwe`: the person's wallet signs a message (EIP-4361) with a nonce of the server's signer, for this device. A
 * contract's signature is checked by its own rules (EIP-1271), also before it is deployed (ERC-6492).
 */

/** CAIP-2. */
const chainId = z.string().check(z.regex(/^eip155:[1-9]\d{0,15}$/))

export const initRequest = initRequestOf(ethereumAddress)

/** What the wallet signed, as text; `personal_sign` of it. */
export const signedMessage = {
  message: z.string().check(z.minLength(1), z.maxLength(4096)),
  /** Of a key 65 bytes; of a contract as many as it takes. */
  signature: z.string().check(z.maxLength(16_386), z.regex(/^0x(?:[\da-f]{2}){1,8192}$/i)),
}
const signIn = {
  ...signedMessage,
  /** If given, the one that the message names. */
  chainId: z.optional(chainId),
  ...walletLabels,
}
export const authenticateRequest = z.object({ ...signIn, ...modeField })
/** Answered with the user, as `linkSmartWalletRequest` is. */
export const linkRequest = z.object({ ...signIn, ...stepUpFields })

/** The message is signed for the contract's address, and the contract itself says that it is. */
export const linkSmartWalletRequest = z.object({
  ...signedMessage,
  smart_wallet_type: z.enum(SMART_WALLET_TYPES),
  smart_wallet_version: z.optional(z.string().check(z.regex(SMART_WALLET_VERSION))),
  ...stepUpFields,
})

/** `type`: the contract that the wallet owns, in the place of the wallet with this address. */
export const unlinkRequest = z.object({
  ...unlinkRequestOf(ethereumAddress).shape,
  type: z.optional(z.literal('smart_wallet')),
})
export const transferRequest = z.object({
  ...transferRequestOf(ethereumAddress).shape,
  chainId: z.optional(chainId),
})
