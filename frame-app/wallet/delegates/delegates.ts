import {
  type AdditionalSigner,
  type DelegationItem,
  type DelegationTerms,
  delegationsResponse,
  type RevokeRequest,
  revokeResponse,
  termsResponse,
} from '@vitrine/shared/api/delegation.ts'
import { base64urlText } from '@vitrine/shared/encoding.ts'
import { MUST_BE_AUTHENTICATED } from '@vitrine/shared/errors/messages.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { policyBytes } from '@vitrine/shared/wallet/policy.ts'
import { walletResource } from '@vitrine/shared/wallet/wallet-resource.ts'
import type { Mfa } from '../../mfa/mfa.ts'
import type { AuthorizedRequests } from '../../session/authorized-request.ts'
import type { ServerWallet } from '../../session/held-wallet.ts'
import type { Session } from '../../session/session.ts'
import type { SignerIdentity } from '../../session/signer-identity.ts'
import type { StepUpBody } from '../../step-up/step-up.ts'
import type { SignedRequests } from '../signed-request.ts'
import type { NamedSigner } from './named-signers.ts'

/** Who may use a person's wallets besides them. Every function rejects with `VitrineError`, or with the signal's reason. */
export interface Delegates {
  /** GET /users/me/delegations: those that have ended too, until they are stopped. */
  list(signal: AbortSignal): Promise<readonly DelegationItem[]>
  /**
   * What the person would agree to; without a name, the app's only key for the chain. Name, key and policy are as the app's
   * operator registered them, by the signer's own word.
   * @throws VitrineError `invalid_data`: no such key or policy; `not_supported`: the app has none; `configuration_error`: the
   * signer has not signed it
   */
  terms(wallet: ServerWallet, named: Partial<NamedSigner>, signal: AbortSignal): Promise<DelegationTerms>
  /**
   * Lets those keys use the wallet, beside those that may already. `session` has the user when this resolves.
   * @throws VitrineError `step_up_required` without a proof
   */
  allow(
    wallet: ServerWallet,
    terms: readonly DelegationTerms[],
    proof: StepUpBody,
    signal: AbortSignal,
  ): Promise<void>
  /** Ends all delegations, or those named. It takes no proof and no second factor. `session` has the user when this resolves. */
  stop(which: RevokeRequest, signal: AbortSignal): Promise<void>
}

export interface DelegatesParts {
  readonly appId: string
  readonly requests: AuthorizedRequests
  readonly signed: SignedRequests
  readonly signer: Pick<SignerIdentity, 'vouches'>
  readonly session: Pick<Session, 'wireUser'>
  /** Asks for the second factor that a delegation takes. */
  readonly mfa: Pick<Mfa, 'run'>
  /** GET /users/me into the session. */
  refreshUser(): Promise<void>
}

export function createDelegates(parts: DelegatesParts): Delegates {
  const { appId, requests, signed, signer, session, mfa, refreshUser } = parts
  const list: Delegates['list'] = async signal => {
    if (!session.wireUser()) throw clientError('must_be_authenticated', MUST_BE_AUTHENTICATED)
    const path = '/users/me/delegations'
    return (await requests.send({ method: 'GET', path, answer: delegationsResponse, signal })).delegations
  }
  return {
    list,

    async terms(wallet, { signerId, policyIds }, signal) {
      const terms = await requests.send({
        method: 'POST',
        path: `/wallets/${encodeURIComponent(wallet.id)}/delegation_terms`,
        body: {
          ...(signerId !== undefined && { signer_id: signerId }),
          ...(policyIds && { override_policy_ids: policyIds }),
        },
        answer: termsResponse,
        signal,
      })
      const { policy, name, public_key: publicKey } = terms
      // The hash that is signed for is ours: it is of the policy that the person is shown.
      const policyHash = await hashOf(policyBytes(policy))
      const words = { appId, signerId: terms.signer_id, name, publicKey, policyHash }
      const isAsked =
        policy.chain_type === wallet.chainType && (signerId === undefined || signerId === terms.signer_id)
      // Else who took over the API process could show another name or other limits.
      if (!isAsked || !(await signer.vouches({ kind: 'delegation-terms', ...words }, terms.signature)))
        throw clientError('configuration_error', NOT_BY_SIGNER)
      return { ...terms, policy_hash: policyHash }
    },

    async allow(wallet, terms, proof, signal) {
      const present = await list(signal)
      const isNew = (id: string) => terms.some(it => it.signer_id === id)
      const kept = present.filter(
        it => it.wallet.id === wallet.id && it.ended === null && !isNew(it.signer_id),
      )
      const given = terms.map(it => ({
        signer_id: it.signer_id,
        override_policy_ids: [it.policy_id],
        consent: { policy_hash: it.policy_hash, expires_at: it.expires_at },
      }))
      // The list is whole: who is not in it loses the use.
      const signers: AdditionalSigner[] = [...kept.map(it => ({ signer_id: it.signer_id })), ...given]
      const request = {
        method: 'PATCH',
        path: `/wallets/${encodeURIComponent(wallet.id)}`,
        body: { additional_signers: signers, ...proof },
        idempotencyKey: crypto.randomUUID(),
        answer: walletResource,
        signal,
      } as const
      await mfa.run(() => signed.post(request), { signal })
      // It is given from here on: nothing that fails now may say otherwise.
      await refreshUser().catch(() => {})
    },

    async stop(which, signal) {
      await signed.post({
        path: '/wallets/revoke',
        body: which,
        idempotencyKey: crypto.randomUUID(),
        answer: revokeResponse,
        signal,
      })
      await refreshUser().catch(() => {})
    },
  }
}

const hashOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  base64urlText(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))

const NOT_BY_SIGNER =
  'The terms of this delegation are not from the wallet’s signer, and were not shown. Tell the wallet’s operator.'
