-- Keys that were brought from elsewhere. `sealed_key` is the signer's envelope of a key at the server; with `set_id` it is the
-- vault's, of a key on the person's devices.
create table if not exists imported_wallets (
  id text primary key,
  app_id text not null references apps on delete cascade,
  user_id text not null references users on delete cascade,
  set_id text references embedded_sets on delete cascade,
  chain_type text not null,
  address text not null,
  public_key text not null,
  sealed_key text not null,
  additional_signers jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  exported_at timestamptz(3),
  unique (user_id, chain_type, address)
);
create index if not exists imported_wallets_set_id_index on imported_wallets (set_id);
alter table wallets add column if not exists exported_at timestamptz(3);
alter table embedded_wallets add column if not exists exported_at timestamptz(3);
