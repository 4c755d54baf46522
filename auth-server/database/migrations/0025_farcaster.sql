-- Logins that a person is asked to approve in their Farcaster app, for five minutes. `token_hash` is SHA-256 of what the device
-- reads the channel by; `answer` is what the relay told, which it tells once.
create table if not exists farcaster_channels (
  token_hash text primary key,
  channel_id text not null,
  app_id text not null references apps on delete cascade,
  device text not null,
  purpose text not null,
  user_id text references users on delete cascade,
  nonce text not null,
  answer jsonb,
  expires_at timestamptz(3) not null
);
create index if not exists farcaster_channels_expires_at_index on farcaster_channels (expires_at);
