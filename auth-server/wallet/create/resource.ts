import type { WalletResource } from '@vitrine/shared/wallet/wallet-resource.ts'
import type { importedWallets } from '../../database/imported-tables.ts'
import type { wallets } from '../../database/schema.ts'

/** Who may use the wallet besides its person. */
interface Delegate {
  readonly signerId: string
  readonly policyId: string
}
type Row = typeof wallets.$inferSelect | typeof importedWallets.$inferSelect

/** The wallet resource of a row (contract §2.9), as the user who has it sees it: everything but the sealed key. */
export const walletResource = (
  row: Row,
  userId: string,
  delegates: readonly Delegate[] = [],
): WalletResource => ({
  id: row.id,
  address: row.address,
  chain_type: row.chainType,
  wallet_index: 'walletIndex' in row ? (row.shownIndex ?? row.walletIndex) : null,
  public_key: row.publicKey,
  owner_id: userId,
  additional_signers: delegates.map(({ signerId, policyId }) => ({
    signer_id: signerId,
    override_policy_ids: [policyId],
  })),
  policy_ids: [],
  created_at: seconds(row.createdAt),
  exported_at: row.exportedAt && seconds(row.exportedAt),
  imported_at: 'walletIndex' in row || row.pregenerated ? null : seconds(row.createdAt),
})

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
