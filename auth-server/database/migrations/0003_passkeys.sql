create table passkey_challenges (
  challenge text primary key,
  id text not null,
  app_id text not null references apps on delete cascade,
  purpose text not null,
  user_id text references users on delete cascade,
  expires_at timestamptz(3) not null,
  taken_at timestamptz(3)
);
create index passkey_challenges_expires_at_index on passkey_challenges (expires_at);
