-- Nonces of messages that people's own wallets are asked to sign, for five minutes. `nonce_id` is what the signer made it of;
-- `subject` is the wallet's: its chain and address.
create table if not exists sign_in_nonces (
  nonce text primary key,
  nonce_id text not null,
  app_id text not null references apps on delete cascade,
  device text not null,
  subject text not null,
  purpose text not null,
  user_id text references users on delete cascade,
  expires_at timestamptz(3) not null
);
create index if not exists sign_in_nonces_expires_at_index on sign_in_nonces (expires_at);
