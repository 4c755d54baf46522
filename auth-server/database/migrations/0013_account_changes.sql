-- One-time proofs of an existing way in, by SHA-256: for one change, in one session, on one device.
create table step_ups (
  hash text primary key,
  app_id text not null references apps on delete cascade,
  user_id text not null references users on delete cascade,
  session_id text not null references sessions on delete cascade,
  thumbprint text not null,
  purpose text not null,
  target text not null,
  expires_at timestamptz(3) not null
);
create index step_ups_expires_at_index on step_ups (expires_at);

-- What became of a user's ways in, for as long as it can be undone.
create table account_changes (
  id text primary key,
  place bigint generated always as identity,
  app_id text not null references apps on delete cascade,
  user_id text not null references users on delete cascade,
  kind text not null,
  thumbprint text not null,
  made_with text,
  added jsonb,
  removed jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  undone_at timestamptz(3)
);
create index account_changes_user_id_index on account_changes (user_id);
create index account_changes_expires_at_index on account_changes (expires_at);

-- Who is told of a change. `token_hash` is of the link by which it is undone; it is there once the message was sent.
create table account_notices (
  id text primary key,
  change_id text not null references account_changes on delete cascade,
  channel text not null,
  address text not null,
  language text not null,
  can_undo boolean not null,
  token_hash text unique,
  used_at timestamptz(3),
  tries integer not null default 0,
  next_try_at timestamptz(3),
  expires_at timestamptz(3) not null
);
create index account_notices_change_id_index on account_notices (change_id);
create index account_notices_next_try_at_index on account_notices (next_try_at);
create index account_notices_expires_at_index on account_notices (expires_at);

-- Until when a way in that was added, a device that it opened, or every new device of a user may not sign or change ways in.
alter table accounts add column held_until timestamptz(3);
alter table devices add column held_until timestamptz(3), add column held_for text, add column browser_hash text;
alter table users add column held_until timestamptz(3);
-- The way in that opened the session; sessions of earlier releases have none.
alter table sessions add column account_id text;
