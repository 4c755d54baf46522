-- Imports of keys that were begun, for ten minutes: of a person on a device, or of an app's operator, who has no user.
create table if not exists begun_imports (
  id text primary key,
  app_id text not null references apps on delete cascade,
  user_id text references users on delete cascade,
  thumbprint text,
  chain_type text,
  address text,
  expires_at timestamptz(3) not null,
  unique (user_id, thumbprint, chain_type, address)
);
create index if not exists begun_imports_expires_at_index on begun_imports (expires_at);

-- Keys that an app's operator brought for who has not logged in yet, until the first login of that identity.
create table if not exists pending_imports (
  id text primary key,
  app_id text not null references apps on delete cascade,
  type text not null,
  subject text not null,
  chain_type text not null,
  address text not null,
  public_key text not null,
  sealed_key text not null,
  created_at timestamptz(3) not null default now(),
  unique (app_id, type, subject, chain_type, address)
);
