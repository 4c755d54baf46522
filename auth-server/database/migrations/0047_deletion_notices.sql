-- Who is told that an account was deleted. It refers to no user, who is gone by then; a row goes when its message is sent.
create table if not exists deletion_notices (
  id text primary key,
  app_id text not null references apps on delete cascade,
  channel text not null,
  address text not null,
  language text not null,
  made_with text,
  network text,
  deleted_at timestamptz(3) not null,
  tries integer not null default 0,
  next_try_at timestamptz(3),
  expires_at timestamptz(3) not null
);
create index if not exists deletion_notices_next_try_at_index on deletion_notices (next_try_at);
create index if not exists deletion_notices_expires_at_index on deletion_notices (expires_at);
