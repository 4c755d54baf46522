import { createHash } from 'node:crypto'
import { type AdditionalSigner, updateWalletRequest } from '@vitrine/shared/api/delegation.ts'
import { walletTarget } from '@vitrine/shared/api/step-up.ts'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import { lifetimeOf, type Policy } from '@vitrine/shared/wallet/policy.ts'
import { requireAuthorization } from '../authorization.ts'
import type { Custody } from '../custody.ts'
import type { Delegation, DelegationList } from '../delegation-operations.ts'
import { thumbprintOf } from '../device-key.ts'
import type { SignerRequest, SignerResponse } from '../operations.ts'
import { requirePresence } from '../presence.ts'
import { SignerRefusal } from '../refusal.ts'
import { emptyList, requireListOf, sealNext } from './list.ts'
import { policyHashOf, requireOffer } from './offers.ts'

type Request = SignerRequest<'changeDelegates'>

/**
 * Makes the list of who may use a wallet besides its person. What must hold, whatever the API process says:
 * 1. The device of the user, or of who took that user in, signed this very list for this wallet, and a second factor was proven
 *    on it, where they have one.
 * 2. For a consent the person proved a way in just now, on this device, for the delegation of this wallet.
 * 3. The operator registered the key and the policy, and the policy is the one whose hash the person's device signed; the end is no
 *    later than it allows.
 * 4. Who keeps the use without a consent has it in the list that this process made last.
 *
 * @throws SignerRefusal of `requireAuthorization` and `requirePresence`; `invalid_seal`; `invalid_authorization`
 */
export function changeDelegates(custody: Custody, request: Request): SignerResponse<'changeDelegates'> {
  const { wallet, present, adopter, device, presence, authorization, mfa } = request
  const { walletId, appId, userId, chainType, address } = wallet

  // 1.
  const path = `/wallets/${walletId}`
  const asked = { appId, userId, adopter, device, authorization, mfa, path, method: 'PATCH' } as const
  const signed = updateWalletRequest.safeParse(requireAuthorization(custody, asked))
  if (!signed.success) throw notAsked('The signed body is no list of signers.')
  const { additional_signers: signers } = signed.data

  // 2.
  if (signers.some(({ consent }) => consent)) {
    if (!presence) throw new SignerRefusal('missing_presence', 'No way in was proven for the delegation.')
    const who = { appId, userId: adopter?.userId ?? userId, device: thumbprintOf(device.publicKey) }
    const door = { purpose: 'delegate', target: walletTarget(chainType, address) }
    // A login is proof enough of who has nothing that could be proven again.
    requirePresence(custody, who, presence, door)
  }

  const before = present ? requireListOf(custody, wallet, present) : emptyList(wallet)
  const delegations = signers.map(signer => delegationOf(custody, request, before, signer))
  // One that is replaced is not ended yet: a change that comes to nothing leaves it as it was.
  for (const each of before.delegations)
    if (!delegations.some(({ signerId }) => signerId === each.signerId)) custody.delegations.end(each)
  return sealNext(custody, { ...before, delegations })
}

function delegationOf(
  custody: Custody,
  { wallet, offers, authorization }: Request,
  before: DelegationList,
  { signer_id: signerId, consent }: AdditionalSigner,
): Delegation {
  const kept = before.delegations.find(each => each.signerId === signerId)
  if (!consent) {
    // 4.
    if (kept && !custody.delegations.isEnded(kept.id)) return kept
    throw notAsked('The signed body keeps a signer that the wallet does not have.')
  }
  // 3.
  const offer = offers.find(({ key, policy }) => {
    const isAgreed = policyHashOf(policy.policy) === consent.policy_hash
    return key.signerId === signerId && key.appId === wallet.appId && isAgreed
  })
  if (!offer) throw notAsked('The person agreed to another key or policy.')
  requireOffer(custody, offer)
  const { name, publicKey } = offer.key
  const { policyId, policy } = offer.policy
  if (policy.chain_type !== wallet.chainType) throw notAsked('The policy is for another chain.')
  const now = custody.now()
  if (consent.expires_at <= now || consent.expires_at > now + lifetimeOf(policy) * 1000)
    throw notAsked('The person agreed to an end that the policy does not allow.')
  return {
    id: delegationId(authorization, signerId),
    ...{ signerId, name, publicKey, policyId, policy },
    createdAt: now,
    expiresAt: consent.expires_at,
    spent: carriedOver(policy, kept),
  }
}

/** A consent that is sent twice is one delegation: neither what was spent of it nor its end is forgotten. */
function delegationId({ payload }: Request['authorization'], signerId: string): string {
  const consented = canonicalJson({ payload, signerId })
  return `delegation_${createHash('sha256').update(consented).digest('base64url')}`
}

/** Who agrees anew to what they had agreed to does not begin to count anew. */
const carriedOver = ({ rules }: Policy, kept: Delegation | undefined): Delegation['spent'] =>
  rules.spend.map(limit => {
    const same = kept?.policy.rules.spend.findIndex(
      each =>
        each.chain === limit.chain && each.asset === limit.asset && each.per_seconds === limit.per_seconds,
    )
    return (same !== undefined && kept?.spent[same]) || []
  })

const notAsked = (message: string) => new SignerRefusal('invalid_authorization', message)
