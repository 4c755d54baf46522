import type { WireLinkedAccount, WireUser } from '@vitrine/shared/api/user.ts'
import { toEip155 } from '@vitrine/shared/chains/caip2.ts'
import { DEFAULT_CHAIN_ID } from '@vitrine/shared/chains/defaults.ts'
import { type InferSelectModel, sql } from 'drizzle-orm'
import type { Database } from '../context.ts'
import { executePrepared } from '../database/prepared.ts'
import type { accounts, users, wallets } from '../database/schema.ts'

type UserRow = Pick<InferSelectModel<typeof users>, 'id' | 'createdAt' | 'acceptedTermsAt'>
type AccountRow = Pick<InferSelectModel<typeof accounts>, 'subject' | 'firstVerifiedAt' | 'latestVerifiedAt'>
type WalletRow = Pick<
  InferSelectModel<typeof wallets>,
  'id' | 'address' | 'chainType' | 'walletIndex' | 'publicKey' | 'createdAt'
>

/** Contract §3 from rows. Times are unix seconds. */
export function toWireUser(
  user: UserRow,
  accountRows: readonly AccountRow[],
  walletRows: readonly WalletRow[],
): WireUser {
  return {
    id: user.id,
    created_at: seconds(user.createdAt),
    has_accepted_terms: user.acceptedTermsAt !== null,
    is_guest: false,
    linked_accounts: [...accountRows.map(toEmailAccount), ...walletRows.map(toWalletAccount)],
    mfa_methods: [],
  }
}

/** Reads a user with accounts and wallets, oldest first, in one statement. `null` when there is no such user. */
export async function loadWireUser(db: Database, userId: string): Promise<WireUser | null> {
  const statement = sql`
    select
      json_build_object('id', u.id, 'createdAt', u.created_at, 'acceptedTermsAt', u.accepted_terms_at) as user,
      (select coalesce(json_agg(json_build_object(
          'subject', subject, 'firstVerifiedAt', first_verified_at, 'latestVerifiedAt', latest_verified_at
        ) order by first_verified_at, id), '[]') from accounts where user_id = u.id) as accounts,
      (select coalesce(json_agg(json_build_object(
          'id', id, 'address', address, 'chainType', chain_type, 'walletIndex', wallet_index,
          'publicKey', public_key, 'createdAt', created_at
        ) order by chain_type, wallet_index), '[]') from wallets where user_id = u.id) as wallets
    from users u where u.id = ${userId}`
  const [row] = await executePrepared<LoadedUser>(db, 'load-wire-user', statement)
  if (!row) return null
  const { user } = row
  return toWireUser(
    {
      id: user.id,
      createdAt: new Date(user.createdAt),
      acceptedTermsAt: user.acceptedTermsAt === null ? null : new Date(user.acceptedTermsAt),
    },
    row.accounts.map(account => ({
      subject: account.subject,
      firstVerifiedAt: new Date(account.firstVerifiedAt),
      latestVerifiedAt: new Date(account.latestVerifiedAt),
    })),
    row.wallets.map(wallet => ({ ...wallet, createdAt: new Date(wallet.createdAt) })),
  )
}

/** JSON has no dates: they come as ISO 8601 text. */
type Json<Row> = {
  [Field in keyof Row]: Row[Field] extends Date | null ? string | Extract<Row[Field], null> : Row[Field]
}
type LoadedUser = { user: UserJson; accounts: AccountJson[]; wallets: WalletJson[] }
type UserJson = Json<UserRow>
type AccountJson = Json<AccountRow>
type WalletJson = Json<WalletRow>

function toEmailAccount({ subject, firstVerifiedAt, latestVerifiedAt }: AccountRow): WireLinkedAccount {
  return { type: 'email', address: subject, ...verification(firstVerifiedAt, latestVerifiedAt) }
}

function toWalletAccount({
  id,
  address,
  chainType,
  walletIndex,
  publicKey,
  createdAt,
}: WalletRow): WireLinkedAccount {
  return {
    type: 'wallet',
    id,
    address,
    chain_type: chainType,
    chain_id: toEip155(DEFAULT_CHAIN_ID),
    connector_type: 'embedded',
    wallet_client: 'vitrine',
    wallet_client_type: 'vitrine',
    wallet_index: walletIndex,
    // Contract §3: `privy-v2` with an id is a key that the server side holds.
    recovery_method: 'privy-v2',
    imported: false,
    delegated: false,
    public_key: publicKey,
    ...verification(createdAt, createdAt),
  }
}

function verification(first: Date, latest: Date) {
  return {
    verified_at: seconds(first),
    first_verified_at: seconds(first),
    latest_verified_at: seconds(latest),
  }
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
