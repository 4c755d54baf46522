-- What the signer's keys come from, sealed under the master key; the last generation counts. `npm run vitrine -- keys` and the start
-- of a server write it, the API process's role reads it.
create table if not exists signer_roots (
  generation integer primary key,
  sealed text not null,
  created_at timestamptz(3) not null default now()
);

-- The keys that envelopes may name. Every sealed column refers to it: while a row names a key it cannot be retired, and once it is
-- retired nothing can be written that names it.
create table if not exists envelope_keys (
  id text primary key,
  created_at timestamptz(3) not null default now()
);
insert into envelope_keys (id)
select distinct id from (
  select split_part(sealed_private_key, '.', 2) as id from token_keys
  union select split_part(sealed_salt, '.', 2) from entropy_salts
  union select split_part(sealed_entropy, '.', 2) from wallet_entropies
  union select split_part(sealed_key, '.', 2) from wallets
  union select split_part(sealed_key, '.', 2) from imported_wallets where set_id is null
  union select split_part(sealed_key, '.', 2) from pending_imports
  union select split_part(sealed_key, '.', 2) from recovery_keys
  union select split_part(sealed_secret, '.', 2) from provider_secrets
  union select split_part(sealed_secret, '.', 2) from oauth_clients
  union select split_part(sealed_secret, '.', 2) from webhook_endpoints
) as named where id <> ''
on conflict do nothing;

alter table token_keys add column if not exists key_id text
  generated always as (nullif(split_part(sealed_private_key, '.', 2), '')) stored references envelope_keys;
alter table entropy_salts add column if not exists key_id text
  generated always as (nullif(split_part(sealed_salt, '.', 2), '')) stored references envelope_keys;
alter table wallet_entropies add column if not exists key_id text
  generated always as (nullif(split_part(sealed_entropy, '.', 2), '')) stored references envelope_keys;
alter table wallets add column if not exists key_id text
  generated always as (nullif(split_part(sealed_key, '.', 2), '')) stored references envelope_keys;
-- With a set it is the vault's own ciphertext, of which the signer has no key.
alter table imported_wallets add column if not exists key_id text
  generated always as (case when set_id is null then nullif(split_part(sealed_key, '.', 2), '') end) stored references envelope_keys;
alter table pending_imports add column if not exists key_id text
  generated always as (nullif(split_part(sealed_key, '.', 2), '')) stored references envelope_keys;
alter table recovery_keys add column if not exists key_id text
  generated always as (nullif(split_part(sealed_key, '.', 2), '')) stored references envelope_keys;
alter table provider_secrets add column if not exists key_id text
  generated always as (nullif(split_part(sealed_secret, '.', 2), '')) stored references envelope_keys;
alter table oauth_clients add column if not exists key_id text
  generated always as (nullif(split_part(sealed_secret, '.', 2), '')) stored references envelope_keys;
alter table webhook_endpoints add column if not exists key_id text
  generated always as (nullif(split_part(sealed_secret, '.', 2), '')) stored references envelope_keys;
-- What is counted and looked for by key, where there is a row for each user.
create index if not exists wallets_key_id_index on wallets (key_id);
create index if not exists wallet_entropies_key_id_index on wallet_entropies (key_id);
create index if not exists imported_wallets_key_id_index on imported_wallets (key_id);
create index if not exists pending_imports_key_id_index on pending_imports (key_id);

-- Which roots the signer of each running API process works with, and the master keys that it was given.
create table if not exists key_readers (
  id text primary key,
  generation integer not null,
  master_keys text[] not null,
  expires_at timestamptz(3) not null
);

-- A token-signing key is published before it signs, and stays for one token's life after the next one does.
alter table token_keys add column if not exists signs_from timestamptz(3) not null default now();
alter table token_keys add column if not exists expires_at timestamptz(3);
update token_keys set signs_from = created_at;
