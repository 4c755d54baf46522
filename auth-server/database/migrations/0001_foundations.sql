create table apps (
  id text primary key,
  config jsonb not null,
  secret_hash text not null,
  created_at timestamptz(3) not null default now()
);

create table token_keys (
  kid text primary key,
  public_jwk jsonb not null,
  sealed_private_key text not null,
  created_at timestamptz(3) not null default now()
);

create table users (
  id text primary key,
  app_id text not null references apps on delete cascade,
  created_at timestamptz(3) not null default now(),
  accepted_terms_at timestamptz(3)
);

create table accounts (
  id text primary key,
  app_id text not null references apps on delete cascade,
  user_id text not null references users on delete cascade,
  type text not null,
  subject text not null,
  seal text not null,
  first_verified_at timestamptz(3) not null default now(),
  latest_verified_at timestamptz(3) not null default now(),
  constraint accounts_app_id_type_subject_unique unique (app_id, type, subject)
);
create index accounts_user_id_index on accounts (user_id);

create table login_codes (
  id text primary key,
  app_id text not null references apps on delete cascade,
  channel text not null,
  address text not null,
  digest text not null,
  tries integer not null default 0,
  expires_at timestamptz(3) not null,
  consumed_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index login_codes_app_id_channel_address_index on login_codes (app_id, channel, address);
create index login_codes_expires_at_index on login_codes (expires_at);

create table devices (
  thumbprint text not null,
  user_id text not null references users on delete cascade,
  public_key text not null,
  seal text not null,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, thumbprint)
);

create table sessions (
  id text primary key,
  app_id text not null references apps on delete cascade,
  user_id text not null references users on delete cascade,
  thumbprint text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index sessions_user_id_index on sessions (user_id);

create table refresh_tokens (
  hash text primary key,
  session_id text not null references sessions on delete cascade,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index refresh_tokens_session_id_index on refresh_tokens (session_id);

create table backend_login_codes (
  hash text primary key,
  session_id text not null references sessions on delete cascade,
  audience text not null,
  expires_at timestamptz(3) not null
);

create table used_nonces (
  key text primary key,
  expires_at timestamptz(3) not null
);
create index used_nonces_expires_at_index on used_nonces (expires_at);

create table rate_limits (
  key text primary key,
  points integer not null,
  expires_at timestamptz(3) not null
);
create index rate_limits_expires_at_index on rate_limits (expires_at);

create table wallets (
  id text primary key,
  app_id text not null references apps on delete cascade,
  user_id text not null references users on delete cascade,
  chain_type text not null,
  wallet_index integer not null,
  address text not null,
  public_key text not null,
  sealed_key text not null,
  created_at timestamptz(3) not null default now(),
  constraint wallets_user_id_chain_type_wallet_index_unique unique (user_id, chain_type, wallet_index)
);

create table idempotency_keys (
  user_id text not null references users on delete cascade,
  key text not null,
  request_hash text not null,
  status integer not null,
  response jsonb not null,
  expires_at timestamptz(3) not null,
  primary key (user_id, key)
);
create index idempotency_keys_expires_at_index on idempotency_keys (expires_at);

create table analytics_events (
  id bigint generated always as identity primary key,
  app_id text not null references apps on delete cascade,
  name text not null,
  client_id text,
  payload jsonb not null default '{}'::jsonb,
  created_at timestamptz(3) not null default now()
);

create table dev_inbox (
  id bigint generated always as identity primary key,
  channel text not null,
  recipient text not null,
  subject text,
  body text not null,
  code text,
  created_at timestamptz(3) not null default now()
);
