create table embedded_sets (
  id text primary key,
  app_id text not null references apps on delete cascade,
  user_id text not null references users on delete cascade,
  recovery_method text not null,
  recovery_share text not null,
  recovery_sharing_id text not null,
  recovery_salt text,
  recovery_verifier_hash text,
  created_at timestamptz(3) not null default now(),
  constraint embedded_sets_user_id_unique unique (user_id)
);

create table embedded_sharings (
  id text not null,
  set_id text not null references embedded_sets on delete cascade,
  auth_share text not null,
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3) not null default now(),
  primary key (set_id, id)
);

create table embedded_wallets (
  set_id text not null references embedded_sets on delete cascade,
  user_id text not null references users on delete cascade,
  chain_type text not null,
  wallet_index integer not null,
  address text not null,
  public_key text not null,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, chain_type, wallet_index),
  constraint embedded_wallets_set_id_address_unique unique (set_id, address)
);
