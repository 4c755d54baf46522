import { type SQL, sql } from 'drizzle-orm'

/**
 * What is stored of a person, and what of it an export has. `personal-tables.test.ts` reads the schema, and fails on a table or column that
 * is named here nowhere.
 */
export interface PersonalTable {
  /** Columns as they are stored. */
  readonly shown: readonly string[]
  /** Columns of which a part is shown: how they are read. */
  readonly parts?: Readonly<Record<string, SQL>>
  readonly withheld?: { readonly columns: readonly string[]; readonly reason: string }
  /** Of the rows of a person; left out: `user_id` is one of theirs. `$ids` is a set of them. */
  rows?(ids: SQL): SQL
}

const words = (text: string) => text.split(' ')
const withheld = (columns: string, reason: string) => ({ columns: words(columns), reason })

const KEYS = 'A sealed key, which opens in the signer alone, and the name of what seals it.'
const SEAL = 'The server’s own word, by which it knows the row as genuine.'
const SHARES = 'Parts of a key, as ciphertext, and what proves a passcode.'
const HASH = 'The hash of a secret.'

const withoutSeals = (list: SQL) =>
  sql`(select coalesce(jsonb_agg(it - 'seal'), '[]'::jsonb) from jsonb_array_elements(${list}) as it)`

const ofChange = (ids: SQL) => sql`change_id in (select id from account_changes where user_id in ${ids})`
const ofSet = (ids: SQL) => sql`set_id in (select id from embedded_sets where user_id in ${ids})`
const ofLogin = (ids: SQL) => sql`exists (
  select from accounts where accounts.app_id = pending_imports.app_id and accounts.type = pending_imports.type
    and accounts.subject = pending_imports.subject and accounts.user_id in ${ids})`

/** Of logins that they added, and have not logged in by yet. */
const expectedOf = (ids: SQL) => sql`(
  select expected_id from expected_accounts join accounts using (app_id, type, subject) where user_id in ${ids})`

export const PERSONAL_TABLES: Readonly<Record<string, PersonalTable>> = {
  users: {
    shown: words('id app_id created_at accepted_terms_at language held_until merged_into custom_metadata'),
    withheld: withheld('adoption_seal', SEAL),
    rows: ids => sql`id in ${ids}`,
  },
  accounts: {
    shown: words('id app_id user_id type subject details first_verified_at latest_verified_at held_until'),
    withheld: withheld('seal', SEAL),
  },
  devices: {
    shown: words('thumbprint user_id public_key created_at held_until held_for'),
    withheld: withheld('seal browser_hash', `${SEAL} ${HASH}`),
  },
  sessions: {
    shown: words(
      'id app_id user_id thumbprint created_at expires_at revoked_at account_id made_with network resumed_from',
    ),
    withheld: withheld('presence', SEAL),
  },
  host_keys: {
    shown: words('app_id thumbprint public_key origin user_id session_id created_at expires_at'),
  },
  wallets: {
    shown: words(
      'id app_id user_id chain_type wallet_index shown_index address public_key created_at exported_at',
    ),
    withheld: withheld('sealed_key key_id', KEYS),
  },
  wallet_entropies: {
    shown: words('user_id app_id created_at'),
    withheld: withheld('sealed_entropy key_id', KEYS),
  },
  embedded_sets: {
    shown: words('id app_id user_id recovery_method recovery_place created_at'),
    withheld: withheld('recovery_share recovery_sharing_id recovery_salt recovery_verifier_hash', SHARES),
  },
  embedded_sharings: {
    shown: words('id set_id created_at used_at'),
    withheld: withheld('auth_share', SHARES),
    rows: ofSet,
  },
  embedded_wallets: {
    shown: words(
      'set_id user_id chain_type wallet_index shown_index address public_key created_at exported_at',
    ),
  },
  imported_wallets: {
    shown: words(
      'id app_id user_id set_id chain_type address public_key pregenerated created_at exported_at',
    ),
    withheld: withheld('sealed_key key_id', KEYS),
  },
  pending_imports: {
    shown: words('id app_id type subject chain_type address public_key created_at'),
    withheld: withheld('sealed_key key_id', KEYS),
    rows: ofLogin,
  },
  expected_users: {
    shown: words('id app_id identities custom_metadata accepted_terms_at created_at'),
    rows: ids => sql`id in ${expectedOf(ids)}`,
  },
  expected_accounts: {
    shown: words('app_id type subject expected_id'),
    rows: ids => sql`expected_id in ${expectedOf(ids)}`,
  },
  expected_wallets: {
    shown: words('id app_id expected_id identities chain_type address public_key created_at'),
    withheld: withheld('sealed_key key_id', KEYS),
    rows: ids => sql`expected_id in ${expectedOf(ids)}`,
  },
  wallet_delegations: {
    shown: words('wallet_id app_id user_id list'),
    withheld: withheld('seal', SEAL),
  },
  recovery_keys: {
    shown: words('user_id app_id expires_at'),
    withheld: withheld('sealed_key key_id', KEYS),
  },
  mfa_factors: {
    shown: words('user_id app_id version updated_at'),
    parts: {
      factors: sql`(
        select coalesce(jsonb_agg(it - 'secret' - 'seal'), '[]'::jsonb) from jsonb_array_elements(factors -> 'list') as it)`,
    },
    withheld: withheld('totp_step', 'Which code of an authenticator app was used last.'),
  },
  mfa_resets: {
    shown: words('user_id app_id change_id expires_at'),
    parts: { reset: sql`jsonb_build_object('at', reset -> 'at', 'waitMs', reset -> 'waitMs')` },
  },
  account_changes: {
    shown: words(
      'id place app_id user_id kind thumbprint made_with network added created_at expires_at undone_at',
    ),
    parts: {
      removed: withoutSeals(sql`removed`),
      recovery: sql`recovery -> 'recoveryMethod'`,
      merged: sql`case when merged is not null then jsonb_build_object(
        'userId', merged -> 'userId', 'accounts', ${withoutSeals(sql`merged -> 'accounts'`)}) end`,
    },
  },
  account_notices: {
    shown: words(
      'id change_id channel address language can_undo used_at tries next_try_at sent_at expires_at',
    ),
    withheld: withheld('token_hash', HASH),
    rows: ofChange,
  },
  audit_events: {
    shown: words('id app_id user_id type at thumbprint data once expires_at'),
    parts: {
      // Which operator it was, and where they sat, is of another person.
      actor: sql`split_part(actor, ':', 1)`,
      made_with: sql`case when actor is null then made_with end`,
      network: sql`case when actor is null then network end`,
    },
  },
  webhook_deliveries: {
    shown: words(
      'id endpoint_id app_id user_id event_id type at data body attempts next_at last_status delivered_at failed_at expires_at',
    ),
  },
  followed_transactions: {
    shown: words('id app_id user_id chain hash address tries next_at give_up_at expires_at'),
  },
  funding_orders: {
    shown: words('id app_id user_id provider vendor_id address is_sandbox expires_at'),
  },
  funding_transfers: { shown: words('user_id id app_id transaction_hash expires_at') },
  leak_notices: { shown: words('master_key_id user_id told_at') },
}

const STEP = 'A step of something that is under way: used once, and gone within minutes.'

/** What refers to persons and is in no export, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  account_transfers: STEP,
  approval_flows: STEP,
  backend_login_codes: STEP,
  begun_imports: STEP,
  farcaster_channels: STEP,
  login_codes: STEP,
  mfa_enrolments: STEP,
  oauth_flows: STEP,
  one_time_codes: STEP,
  passkey_challenges: STEP,
  sign_in_nonces: STEP,
  step_ups: STEP,
  refresh_tokens: 'Hashes of tokens. The sessions that they belong to are in the export.',
  idempotency_keys: 'Answers that are kept for a day, in case a device asks again.',
  mfa_tries: 'A count of tries, for minutes.',
  rate_limits: 'Counts of calls by address and network, for a day at most.',
  used_nonces: 'Random values, for minutes.',
  deletion_notices: 'Addresses of accounts that are deleted already, until their message is sent.',
  deleted_users: 'Ids of users who are gone.',
  entry_rules: 'The operator’s own rules of who may enter, by address and not by user.',
  test_accounts: 'Addresses that the operator made for tests.',
  analytics_events: 'Counts of what screens did, by a random id that belongs to no user.',
  dev_inbox: 'Messages of a development server; production never writes here.',
}

/** What is of no person of an app: operators are none. */
export const IMPERSONAL: readonly string[] = words(
  'apps authorization_keys captcha_keys captcha_secrets delegation_policies entropy_salts envelope_keys key_readers login_issuers master_keys oauth_clients operator_apps operator_challenges operator_confirmations operator_enrolments operator_passkeys operator_sessions operators provider_secrets signer_roots sweeps token_keys vitrine_migrations webhook_endpoints',
)
