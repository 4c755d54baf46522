-- Second factors of users, as the signer sealed them: `factors` is {list, recoveryCodes, seal}. The step of an authenticator app that
-- was used last takes no code of it, or of one before, again.
create table if not exists mfa_factors (
  user_id text primary key references users on delete cascade,
  app_id text not null references apps on delete cascade,
  version integer not null,
  factors jsonb not null,
  totp_step bigint,
  updated_at timestamptz(3) not null default now()
);

-- Secrets of authenticator apps that wait for their first code, sealed: one for each device.
create table if not exists mfa_enrolments (
  user_id text not null references users on delete cascade,
  thumbprint text not null,
  app_id text not null references apps on delete cascade,
  secret text not null,
  expires_at timestamptz(3) not null,
  primary key (user_id, thumbprint)
);
create index if not exists mfa_enrolments_expires_at_index on mfa_enrolments (expires_at);

-- Tries of users' factors, on all devices and servers together.
create table if not exists mfa_tries (
  user_id text primary key references users on delete cascade,
  tries integer not null,
  expires_at timestamptz(3) not null
);
create index if not exists mfa_tries_expires_at_index on mfa_tries (expires_at);
