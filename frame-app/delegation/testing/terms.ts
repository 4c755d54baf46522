import type { DelegationItem, DelegationTerms } from '@vitrine/shared/api/delegation.ts'
import { wallet } from '../../ui/testing/fake-kernel.ts'

export const SHOP = `0x${'11'.repeat(20)}`

/** What a shop's backend asks for: a tenth of an ether in a day, to the shop. */
export const terms = {
  signer_id: 'signer_1',
  name: 'Shop backend',
  public_key: 'KEY',
  policy_id: 'policy_1',
  policy: {
    name: 'Play',
    chain_type: 'ethereum',
    methods: ['eth_signTransaction'],
    rules: {
      spend: [{ chain: 'eip155:1', asset: 'native', amount: '100000000000000000', per_seconds: 86_400 }],
      recipients: [SHOP],
    },
  },
  policy_hash: 'h'.repeat(43),
  expires_at: Date.UTC(2100, 0, 2, 12),
  signature: 'SIGNATURE',
} as const satisfies DelegationTerms

export const item = {
  id: 'delegation_1',
  wallet: { id: wallet.id, address: wallet.address, chain_type: 'ethereum' },
  signer_id: terms.signer_id,
  name: terms.name,
  policy: terms.policy,
  created_at: 0,
  expires_at: terms.expires_at,
  ended: null,
  spent: ['40000000000000000'],
} as const satisfies DelegationItem
