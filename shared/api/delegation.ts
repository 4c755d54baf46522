import * as z from 'zod/mini'
import { MAX_DELEGATES, policy, readableName } from '../wallet/policy.ts'
import { wholeNumber } from '../whole-number.ts'
import { stepUpFields } from './step-up-fields.ts'

/**
 * Delegation: an app's own key (an *authorization key*, named by its `signer_id`) may use a person's wallet within a policy that
 * the person agreed to. Wallets whose keys the server's signer holds alone; others answer `not_supported`.
 */

const id = z.string().check(z.minLength(1), z.maxLength(64))
/** SHA-256 of `policyBytes`, base64url. */
const hash = z.string().check(z.regex(/^[\w-]{43}$/))
/** Unix ms. */
const instant = wholeNumber.check(z.nonnegative())

/**
 * POST /wallets/:wallet_id/delegation_terms: what a person is asked to agree to. `signer_id` left out: the app's key that has a
 * policy for this chain, where there is but one. `override_policy_ids`: in the place of the key's own policy.
 */
export const termsRequest = z.strictObject({
  signer_id: z.optional(id),
  override_policy_ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(1))),
})

/**
 * `signature`: see `SignerStatement`, `delegation-terms`. The frame computes `policy_hash` from `policy` itself, and shows nothing
 * whose signature does not hold.
 */
export const termsResponse = z.object({
  signer_id: id,
  /** As the operator named it. */
  name: readableName,
  /** Base64 SPKI, P-256. */
  public_key: z.string(),
  policy_id: id,
  policy,
  policy_hash: hash,
  /** The latest end that can be agreed to now. */
  expires_at: instant,
  signature: z.string(),
})
export type DelegationTerms = z.infer<typeof termsResponse>

/**
 * One delegate of a wallet. With `consent` it is given the wallet's use, anew where it had it, by the policy of this hash and
 * until then; without it, it keeps what it has.
 */
export const additionalSigner = z.strictObject({
  signer_id: id,
  override_policy_ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(1))),
  consent: z.optional(z.strictObject({ policy_hash: hash, expires_at: instant })),
})
export type AdditionalSigner = z.infer<typeof additionalSigner>

const signers = z.array(additionalSigner).check(
  z.maxLength(MAX_DELEGATES),
  z.refine(list => new Set(list.map(each => each.signer_id)).size === list.length, 'Name each signer once'),
)

/**
 * PATCH /wallets/:wallet_id, which the device signs; a wallet resource answers. The list is whole: who is not in it loses the use.
 * A consent takes a proof of a way in, of purpose `delegate` and target `walletTarget(chain_type, address)`.
 */
export const updateWalletRequest = z.strictObject({ ...stepUpFields, additional_signers: signers })
export type UpdateWalletRequest = z.infer<typeof updateWalletRequest>

/** POST /wallets/revoke, which the device signs: all delegations of the user, or those of one wallet, of one signer, or of both. */
export const revokeRequest = z.strictObject({ wallet_id: z.optional(id), signer_id: z.optional(id) })
export type RevokeRequest = z.infer<typeof revokeRequest>
export const revokeResponse = z.object({ message: z.string() })

export const delegationItem = z.object({
  id,
  wallet: z.object({ id, address: z.string(), chain_type: z.enum(['ethereum', 'solana']) }),
  signer_id: id,
  name: readableName,
  policy,
  created_at: instant,
  expires_at: instant,
  /** Why it can do nothing any more: its end has come, or the app's operator removed the key. `null`: it can. */
  ended: z.nullable(z.enum(['expired', 'key-removed'])),
  /** What counts against each of `policy.rules.spend` now, in the same order and unit. */
  spent: z.array(z.string()),
})
export type DelegationItem = z.infer<typeof delegationItem>

/** GET /users/me/delegations: of all wallets of the user, those that have ended too until they are stopped or replaced. */
export const delegationsResponse = z.object({ delegations: z.array(delegationItem) })
