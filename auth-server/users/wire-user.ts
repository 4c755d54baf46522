import { accountFacts, isGuestAccount } from '@vitrine/shared/account/login-facts.ts'
import { camelCase } from '@vitrine/shared/account/schemas.ts'
import {
  linkedAccount,
  type WireExternalWallet,
  type WireLinkedAccount,
  type WireUser,
} from '@vitrine/shared/api/user.ts'
import { defaultChainOf } from '@vitrine/shared/chains/default-chain.ts'
import { isLinked } from '@vitrine/shared/login/registry.ts'
import type { RecoveryMethod } from '@vitrine/shared/wallet/embedded.ts'
import type { Custody } from '@vitrine/shared/wallet/wallet.ts'
import { type InferSelectModel, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database/connect.ts'
import { executePrepared } from '../database/prepared.ts'
import type { accounts, users, wallets } from '../database/schema.ts'
import type { Factor } from '../signer/mfa-shapes.ts'
import { reachedBy } from './adopted.ts'

type UserRow = Pick<InferSelectModel<typeof users>, 'id' | 'createdAt' | 'acceptedTermsAt'>
type AccountRow = Pick<
  InferSelectModel<typeof accounts>,
  'type' | 'subject' | 'details' | 'firstVerifiedAt' | 'latestVerifiedAt'
>
/** A wallet that was made here or brought here; those of other apps are accounts. */
type WalletRow = Pick<
  InferSelectModel<typeof wallets>,
  'address' | 'chainType' | 'publicKey' | 'createdAt'
> & {
  /** `null`: the key was brought from elsewhere. */
  readonly walletIndex: number | null
  readonly custody: Exclude<Custody, 'external'>
  /** The row's, or the set's. */
  readonly id: string
  /** Contract §3: `privy-v2` with an id is a key that the server side holds. */
  readonly recoveryMethod: 'privy-v2' | RecoveryMethod
  /** An app's own key may use it. */
  readonly delegated?: boolean | null
  /** Of a wallet on the devices that came with another account: for whom, and with which index, it was made. */
  readonly sealedFor: { readonly userId: string; readonly walletIndex: number | null } | null
}

/** Contract §3 from rows. Times are unix seconds. */
export function toWireUser(
  user: UserRow,
  accountRows: readonly AccountRow[],
  walletRows: readonly WalletRow[],
  factors: readonly Factor[],
): WireUser {
  const enrolled = new Set(factors.flatMap(factor => ('id' in factor ? [factor.id] : [])))
  return {
    id: user.id,
    created_at: seconds(user.createdAt),
    has_accepted_terms: user.acceptedTermsAt !== null,
    is_guest: accountRows.length > 0 && accountRows.every(({ type }) => isGuestAccount(type)),
    linked_accounts: [
      ...accountRows.flatMap(row => toLinkedAccount(row, enrolled.has(row.subject))),
      ...walletRows.map(toWalletAccount),
    ],
    mfa_methods: methodsOf(factors),
  }
}

/** Several passkeys are one method. */
function methodsOf(factors: readonly Factor[]): WireUser['mfa_methods'] {
  const first = factors.filter(({ type }, index) => factors.findIndex(each => each.type === type) === index)
  return first.map(({ type, verifiedAt }) => ({ type, verified_at: Math.floor(verifiedAt / 1000) }))
}

/** Reads a user with accounts and wallets, oldest first, in one statement. `null` when there is no such user. */
export async function loadWireUser(db: Database, userId: string): Promise<WireUser | null> {
  const statement = sql`${selectUsers(reachedBy(userId))} where u.id = ${userId}`
  const [row] = await executePrepared<LoadedUser>(db, 'load-wire-user', statement)
  return row ? readLoaded(row) : null
}

/** The same of many, in no order; those who are none are left out. */
export async function loadWireUsers(
  db: Database | Transaction,
  userIds: readonly string[],
): Promise<readonly WireUser[]> {
  if (userIds.length === 0) return []
  const ofEach = sql`(select r.id from users r where r.id = u.id or r.merged_into = u.id)`
  const { rows } = await db.execute<LoadedUser>(
    sql`${selectUsers(ofEach)} where ${inArray(sql`u.id`, [...userIds])}`,
  )
  return rows.map(readLoaded)
}

/** @param reached ids of users whose wallets are the user's */
const selectUsers = (reached: SQL): SQL => sql`
    select
      json_build_object('id', u.id, 'createdAt', u.created_at, 'acceptedTermsAt', u.accepted_terms_at) as user,
      (select coalesce(json_agg(json_build_object(
          'type', type, 'subject', subject, 'details', details, 'firstVerifiedAt', first_verified_at, 'latestVerifiedAt', latest_verified_at
        ) order by first_verified_at, id), '[]') from accounts where user_id = u.id) as accounts,
      (select coalesce(json_agg(json_build_object(
          'custody', custody, 'id', id, 'address', address, 'chainType', chain_type, 'walletIndex', shown_index,
          'delegated', ${isDelegated}, 'publicKey', public_key, 'createdAt', created_at, 'recoveryMethod', recovery_method, 'sealedFor', sealed_for
        ) order by chain_type, shown_index, created_at, id), '[]') from (
          select 'server' as custody, id, address, chain_type, coalesce(shown_index, wallet_index) as shown_index,
            public_key, created_at, 'privy-v2' as recovery_method, null as sealed_for
          from wallets where user_id in ${reached}
          union all
          select 'device', s.id, w.address, w.chain_type, coalesce(w.shown_index, w.wallet_index), w.public_key, w.created_at,
            s.recovery_method, case when w.user_id <> u.id
              then json_build_object('userId', w.user_id, 'walletIndex', w.wallet_index) end
          from embedded_wallets w join embedded_sets s on s.id = w.set_id where w.user_id in ${reached}
          union all
          select case when s.id is null then 'server' else 'device' end, coalesce(s.id, i.id), i.address, i.chain_type, null,
            i.public_key, i.created_at, coalesce(s.recovery_method, 'privy-v2'), case when s.id is not null and i.user_id <> u.id
              then json_build_object('userId', i.user_id, 'walletIndex', null) end
          from imported_wallets i left join embedded_sets s on s.id = i.set_id where i.user_id in ${reached}
        ) as every_wallet) as wallets,
      (select factors -> 'list' from mfa_factors where user_id = u.id) as factors
    from users u`

function readLoaded({ user, ...row }: LoadedUser): WireUser {
  return toWireUser(
    {
      id: user.id,
      createdAt: new Date(user.createdAt),
      acceptedTermsAt: user.acceptedTermsAt === null ? null : new Date(user.acceptedTermsAt),
    },
    row.accounts.map(account => ({
      type: account.type,
      subject: account.subject,
      details: account.details,
      firstVerifiedAt: new Date(account.firstVerifiedAt),
      latestVerifiedAt: new Date(account.latestVerifiedAt),
    })),
    row.wallets.map(wallet => ({ ...wallet, createdAt: new Date(wallet.createdAt) })),
    row.factors ?? [],
  )
}

/** Whether somebody may use a wallet besides its person, whose time has not passed. */
const isDelegated = sql`(custody = 'server' and exists (
  select from wallet_delegations d, jsonb_array_elements(d.list -> 'delegations') as given
  where d.wallet_id = every_wallet.id and (given ->> 'expiresAt')::numeric > extract(epoch from now()) * 1000))`

/** The user after a change that the caller has just made. */
export async function requireWireUser(db: Database, userId: string): Promise<WireUser> {
  const user = await loadWireUser(db, userId)
  if (!user) throw new Error('The user of a session is missing')
  return user
}

/** JSON has no dates: they come as ISO 8601 text. */
type Json<Row> = {
  [Field in keyof Row]: Row[Field] extends Date | null ? string | Extract<Row[Field], null> : Row[Field]
}
type LoadedUser = { user: UserJson; accounts: AccountJson[]; wallets: WalletJson[]; factors: Factor[] | null }
type UserJson = Json<UserRow>
type AccountJson = Json<AccountRow>
type WalletJson = Json<WalletRow>

/** The fields that the account's entry names, from its subject and details; nothing else of the row is told. */
function toLinkedAccount(account: AccountRow, enrolledInMfa: boolean): WireLinkedAccount[] {
  const { type, subject, details } = account
  const verified = verification(account.firstVerifiedAt, account.latestVerifiedAt)
  if (type === 'wallet') return [toExternalWallet(account)]
  const facts = accountFacts(type)
  // The credential that a browser keeps is a way back in, and no account that others could know the user by.
  if (!facts || !isLinked(facts)) return []
  const known: Readonly<Record<string, unknown>> = {
    [camelCase(facts.subject)]: subject,
    ...details,
    enrolledInMfa,
  }
  const fields = Object.keys(facts.fields)
    .map(field => [field, known[camelCase(field)]] as const)
    .filter(([, value]) => value !== undefined)
  return [linkedAccount.parse({ type, ...Object.fromEntries(fields), ...verified })]
}

/** Contract §3: a wallet of another app, whose chain and address the subject names. */
function toExternalWallet({
  subject,
  details,
  firstVerifiedAt,
  latestVerifiedAt,
}: AccountRow): WireExternalWallet {
  const [chainType, address = ''] = subject.split(':')
  return {
    type: 'wallet',
    address: details.address ?? address,
    chain_type: chainType === 'solana' ? 'solana' : 'ethereum',
    wallet_client: 'unknown',
    ...(details.chainId !== undefined && { chain_id: details.chainId }),
    ...(details.walletClientType !== undefined && { wallet_client_type: details.walletClientType }),
    ...(details.connectorType !== undefined && { connector_type: details.connectorType }),
    ...verification(firstVerifiedAt, latestVerifiedAt),
  }
}

function toWalletAccount({
  custody,
  id,
  address,
  chainType,
  walletIndex,
  publicKey,
  createdAt,
  recoveryMethod,
  sealedFor,
  delegated,
}: WalletRow): WireLinkedAccount {
  return {
    type: 'wallet',
    // The frame signs by it at the server, which holds no key of a wallet on the devices.
    id: custody === 'server' ? id : null,
    address,
    chain_type: chainType,
    chain_id: defaultChainOf(chainType),
    connector_type: 'embedded',
    wallet_client: 'vitrine',
    wallet_client_type: 'vitrine',
    wallet_index: walletIndex,
    recovery_method: recoveryMethod,
    imported: walletIndex === null,
    delegated: delegated === true,
    public_key: publicKey,
    ...(sealedFor && { sealed_for: { user_id: sealedFor.userId, wallet_index: sealedFor.walletIndex } }),
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
