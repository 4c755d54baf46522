-- Recovery keys that sites' backends have entered, sealed by the signer, until a device of the user has taken them.
create table if not exists recovery_keys (
  user_id text primary key references users on delete cascade,
  app_id text not null references apps on delete cascade,
  sealed_key text not null,
  expires_at timestamptz(3) not null
);
create index if not exists recovery_keys_expires_at_index on recovery_keys (expires_at);
