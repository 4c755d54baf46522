import type { EventData } from '@vitrine/shared/api/activity.ts'
import type { Delegation, DelegationList } from '../signer/delegation-operations.ts'

/** What an event says of a delegation: whose key, which wallet, by what and until when. */
export const delegationData = (
  { chainType, address }: Pick<DelegationList, 'chainType' | 'address'>,
  { signerId, name, policy, expiresAt }: Delegation,
): EventData => ({
  ...{ chain_type: chainType, address, signer_id: signerId, signer: name },
  ...{ policy: policy.name, until: expiresAt },
})
