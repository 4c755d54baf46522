-- A browser that blocks the frame's storage keeps no session there. The site's own origin keeps a key instead, which cannot be
-- exported. This table says which login such a key may resume, on which origin, and until when.
create table host_keys (
  app_id text not null references apps on delete cascade,
  thumbprint text not null,
  public_key text not null,
  origin text not null,
  user_id text not null references users on delete cascade,
  session_id text not null references sessions on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (app_id, thumbprint)
);
create index host_keys_user_id_index on host_keys (user_id);
create index host_keys_session_id_index on host_keys (session_id);
create index host_keys_expires_at_index on host_keys (expires_at);

-- The session of the login whose host key resumed this one. Both end together.
alter table sessions add column resumed_from text references sessions on delete cascade;
create index sessions_resumed_from_index on sessions (resumed_from);
