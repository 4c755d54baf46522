import * as z from 'zod/mini'
import { MESSAGE_TYPES } from '../../wallet/solana-sign-in.ts'
import { stepUpFields } from '../step-up-fields.ts'
import {
  initRequestOf,
  modeField,
  solanaAddress,
  transferRequestOf,
  unlinkRequestOf,
  walletLabels,
} from '../wallet-sign-in.ts'

/** Contract §2.3, `/siws`: as `/siwe`, with a Solana wallet. */

export const initRequest = initRequestOf(solanaAddress)

/** Base64 of 64 bytes. */
const signature = z.string().check(z.regex(/^[\w+/]{86}==$/))
export const signedMessage = {
  /**
   * `plain`: the message as text, whose UTF-8 was signed. `transaction`: base64 of a whole transaction with the message as its
   * memo, with or without its signature. `offchain-message`: base64 of the envelope (`offchainMessage`).
   */
  message: z.string().check(z.minLength(1), z.maxLength(8192)),
  signature,
  message_type: z._default(z.enum(MESSAGE_TYPES), 'plain'),
}
const signIn = { ...signedMessage, ...walletLabels }
export const authenticateRequest = z.object({ ...signIn, ...modeField })
/** Answered with the user. */
export const linkRequest = z.object({ ...signIn, ...stepUpFields })

export const unlinkRequest = unlinkRequestOf(solanaAddress)
export const transferRequest = transferRequestOf(solanaAddress)
