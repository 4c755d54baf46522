import { createHash } from 'node:crypto'
import type { AuthorizationPayload } from '@vitrine/shared/wallet/authorization.ts'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import { isSigned, requireSigned } from '../authorization.ts'
import type { Custody } from '../custody.ts'
import type { Delegation, DelegationList } from '../delegation-operations.ts'
import { isWithin, withSpent } from '../delegation-spend.ts'
import type { SignerRequest, SignerResponse } from '../operations.ts'
import { SignerRefusal } from '../refusal.ts'
import { isSealOf, sealStatement } from '../seal.ts'
import { withWalletKey } from '../wallet-key.ts'
import { prepared } from '../wallet-rpc.ts'
import { judge, methodOf } from './judge.ts'
import { requireListOf, sealNext } from './list.ts'

type Request = SignerRequest<'delegatedRpc'>

/**
 * Performs what a delegate's key signed. What must hold, whatever the API process says:
 * 1. This process made the wallet's list of delegations, and has seen none of it that is newer.
 * 2. The key of a delegation that was not ended signed exactly this request (contract §6.2), for this wallet and app.
 * 3. The delegation's end has not come, and the policy in it, which the person agreed to, permits what the request does.
 * 4. What it spends is within every limit, by the list and by what this process itself has signed. A request that was counted is
 *    not counted again: the same bytes give the same signature, which moves nothing twice.
 *
 * The caller stores the next list in the place of this one before it lets the signature out.
 *
 * @throws SignerRefusal `invalid_seal` | `invalid_authorization` | `expired_authorization` | `invalid_request` |
 * `unreadable_envelope`
 */
export function delegatedRpc(custody: Custody, request: Request): SignerResponse<'delegatedRpc'> {
  const { wallet, present, receipt = '', authorization } = request
  const { keyring, delegations: memory } = custody

  // 1.
  const list = requireListOf(custody, wallet, present)
  if (!memory.see(list)) return { outcome: 'stale' }

  // 2.
  const delegation = requireDelegate(custody, request, list)
  const { payload } = authorization
  const path = `/wallets/${wallet.walletId}/rpc`
  const body = requireSigned(custody, {
    ...{ appId: wallet.appId, path, authorization },
    publicKey: delegation.publicKey,
  })

  // 3.
  const now = custody.now()
  const { id: delegationId, policy } = delegation
  const method = methodOf(body)
  const refused = { outcome: 'refused', delegationId, method } as const
  if (delegation.expiresAt <= now) return { ...refused, violation: 'expired', spendings: [] }
  const judged = judge(policy, body, wallet.address)
  const spendings = [...(judged.spendings ?? [])]
  if ('violation' in judged) return { ...refused, violation: judged.violation, spendings }

  // 4.
  const limits = policy.rules.spend
  const asked = requestHash(payload)
  const used = { kind: 'delegation-used', delegationId, request: asked } as const
  const isCounted = isSealOf(keyring.delegation, used, receipt)
  const use = { delegationId, limits, spendings, request: asked, now }
  if (!isCounted && !(isWithin(limits, delegation.spent, spendings, now) && memory.hasRoom(use)))
    return { ...refused, violation: 'limit', spendings }

  const signed = withWalletKey(custody, wallet, prepared(wallet, body))
  if (!isCounted) memory.count(use)
  const spent = withSpent(limits, delegation.spent, spendings, now)
  const delegations = list.delegations.map(each => (each === delegation ? { ...each, spent } : each))
  return {
    outcome: 'signed',
    ...{ delegationId, method, spendings },
    data: signed.data,
    next: isCounted ? null : sealNext(custody, { ...list, delegations }),
    receipt: sealStatement(keyring.delegation, used),
  }
}

/** @throws SignerRefusal `invalid_authorization` */
function requireDelegate(
  { delegations: memory }: Custody,
  { signerIds, authorization: { payload, signature } }: Request,
  list: DelegationList,
): Delegation {
  const delegate = list.delegations.find(
    each =>
      signerIds.includes(each.signerId) &&
      !memory.isEnded(each.id) &&
      isSigned(payload, signature, each.publicKey),
  )
  if (delegate) return delegate
  throw new SignerRefusal('invalid_authorization', 'No delegate of this wallet signed the request.')
}

/** Of what is asked for, which a retry asks for again with a later expiry. */
function requestHash({ method, url, body }: AuthorizationPayload): string {
  return createHash('sha256').update(canonicalJson({ method, url, body })).digest('base64url')
}
