import { createHash } from 'node:crypto'
import { type Policy, policyBytes } from '@vitrine/shared/wallet/policy.ts'
import type { Custody } from '../custody.ts'
import type { Offer } from '../delegation-operations.ts'
import { readDeviceKey } from '../device-key.ts'
import { signStatement } from '../identity.ts'
import type { SignerRequest, SignerResponse } from '../operations.ts'
import { SignerRefusal } from '../refusal.ts'
import { isSealOf, sealStatement } from '../seal.ts'

type Sealing = Pick<Custody, 'keyring'>

/**
 * Registers a key of an app's. The operator's own signer alone is asked (`OPERATORS_OWN`).
 * @throws SignerRefusal `invalid_authorization` for what is no P-256 key
 */
export function sealAuthorizationKey(
  { keyring }: Sealing,
  key: SignerRequest<'sealAuthorizationKey'>,
): SignerResponse<'sealAuthorizationKey'> {
  readDeviceKey(key.publicKey)
  return { seal: sealStatement(keyring.delegation, { kind: 'authorization-key', ...key }) }
}

/** Registers what a key may be allowed. The operator's own signer alone is asked. */
export const sealPolicy = (
  { keyring }: Sealing,
  policy: SignerRequest<'sealPolicy'>,
): SignerResponse<'sealPolicy'> => ({
  seal: sealStatement(keyring.delegation, { kind: 'policy', ...policy }),
})

/** By what a person names the policy that they agree to: SHA-256, base64url. */
export const policyHashOf = (policy: Policy): string =>
  createHash('sha256').update(policyBytes(policy)).digest('base64url')

/**
 * Demands that the operator registered both, for one app.
 * @throws SignerRefusal `invalid_seal`
 */
export function requireOffer({ keyring }: Sealing, { key, policy }: Offer): void {
  const { seal: keySeal, ...ofKey } = key
  const { seal: policySeal, ...ofPolicy } = policy
  if (
    key.appId !== policy.appId ||
    !isSealOf(keyring.delegation, { kind: 'authorization-key', ...ofKey }, keySeal) ||
    !isSealOf(keyring.delegation, { kind: 'policy', ...ofPolicy }, policySeal)
  )
    throw new SignerRefusal('invalid_seal', 'The operator registered no such key or policy.')
}

/** What a person is asked to agree to, by this process's word: nobody shows them another name or policy. */
export function readDelegationTerms(
  custody: Custody,
  offer: SignerRequest<'readDelegationTerms'>,
): SignerResponse<'readDelegationTerms'> {
  requireOffer(custody, offer)
  const { appId, signerId, name, publicKey } = offer.key
  const policyHash = policyHashOf(offer.policy.policy)
  const words = { kind: 'delegation-terms', appId, signerId, name, publicKey, policyHash } as const
  return { policyHash, signature: signStatement(custody, words) }
}
