import type { ListedExpected } from '@vitrine/shared/api/import-users.ts'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import type { expectedUsers, expectedWallets } from '../database/expected-tables.ts'

/** An expected user as a backend is told of them. Times are unix seconds. */
export const toWire = (
  row: typeof expectedUsers.$inferSelect,
  wallets: readonly Pick<typeof expectedWallets.$inferInsert, 'chainType' | 'address'>[],
): ListedExpected['users'][number] => ({
  id: row.id,
  linked_accounts: row.identities.map(({ type, subject }) => ({ type, subject })),
  custom_metadata: row.customMetadata,
  accepted_terms_at: row.acceptedTermsAt && seconds(row.acceptedTermsAt),
  wallets: wallets.map(({ chainType, address }) => ({ chain_type: chainType, address })),
  created_at: seconds(row.createdAt),
})

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

/** Whatever order the keys of objects are in. */
export const isSame = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other)
