-- People whom an app's backend named before they logged in: what the first login of one of their identities finds.
create table if not exists expected_users (
  id text primary key,
  app_id text not null references apps on delete cascade,
  identities jsonb not null,
  custom_metadata jsonb not null default '{}'::jsonb,
  accepted_terms_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index if not exists expected_users_app_id_created_at_id_index on expected_users (app_id, created_at, id);

-- Each identity is expected once.
create table if not exists expected_accounts (
  app_id text not null references apps on delete cascade,
  type text not null,
  subject text not null,
  expected_id text not null references expected_users on delete cascade,
  primary key (app_id, type, subject)
);
create index if not exists expected_accounts_expected_id_index on expected_accounts (expected_id);

-- Their wallets, whose keys the signer opens for a user with one of those identities alone.
create table if not exists expected_wallets (
  id text primary key,
  app_id text not null references apps on delete cascade,
  expected_id text not null references expected_users on delete cascade,
  identities jsonb not null,
  chain_type text not null,
  address text not null,
  public_key text not null,
  sealed_key text not null,
  key_id text generated always as (nullif(split_part(sealed_key, '.', 2), '')) stored references envelope_keys,
  created_at timestamptz(3) not null default now(),
  unique (expected_id, chain_type)
);
create index if not exists expected_wallets_key_id_index on expected_wallets (key_id);

-- The key was made here, before its person came.
alter table imported_wallets add column if not exists pregenerated boolean not null default false;
