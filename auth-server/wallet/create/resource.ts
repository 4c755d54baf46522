import type { WalletResource } from '@vitrine/shared/wallet/wallet-resource.ts'
import type { wallets } from '../../database/schema.ts'

/** The wallet resource of a row (contract §2.9), as the user who has it sees it: everything but the sealed key. */
export const walletResource = (row: typeof wallets.$inferSelect, userId: string): WalletResource => ({
  id: row.id,
  address: row.address,
  chain_type: row.chainType,
  wallet_index: row.shownIndex ?? row.walletIndex,
  public_key: row.publicKey,
  owner_id: userId,
  additional_signers: [],
  policy_ids: [],
  created_at: Math.floor(row.createdAt.getTime() / 1000),
  exported_at: null,
  imported_at: null,
})
