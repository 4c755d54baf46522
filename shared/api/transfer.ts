import * as z from 'zod/mini'
import { transferNonce } from './transfer-fields.ts'
import { linkedAccount } from './user.ts'

/**
 * Bringing another account of a person to the one that they are logged in to (contract §6.6): their proof of one of its logins, given
 * to link it, is answered with `account_transfer_required`; what they then agree to is sent to the method's `/transfer`.
 */

/** What a person is told of the account before they decide. */
export const transferredAccount = z.object({
  /** The login that was proven: account type (contract §3) and normalised subject. */
  type: z.string(),
  subject: z.string(),
  /** Its logins and wallets. */
  linked_accounts: z.array(linkedAccount),
  /** Types of its logins that end, for the person has one that stays and may have no second. */
  ends: z.array(z.string()),
})
export type TransferredAccount = z.infer<typeof transferredAccount>

/** The data of `account_transfer_required`. */
export const transferRequired = z.object({
  type: z.string(),
  nonce: transferNonce,
  account: transferredAccount,
})
export type TransferRequired = z.infer<typeof transferRequired>
