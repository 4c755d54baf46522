-- What happened to a user, written with it. No reference to the user: that somebody was deleted is known after they are gone.
create table audit_events (
  id bigint generated always as identity primary key,
  app_id text not null references apps on delete cascade,
  user_id text not null,
  type text not null,
  at timestamptz(3) not null,
  thumbprint text,
  made_with text,
  network text,
  data jsonb not null default '{}',
  once text,
  expires_at timestamptz(3) not null,
  constraint audit_events_user_id_once_unique unique (user_id, once)
);
create index audit_events_user_id_id_index on audit_events (user_id, id);
create index audit_events_expires_at_index on audit_events (expires_at);

-- With what a session was opened, and where it was last used. Unknown of sessions of earlier releases.
alter table sessions add column made_with text, add column network text;
