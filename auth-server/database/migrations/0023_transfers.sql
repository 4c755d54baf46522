-- Two accounts that became one: a user who was taken in stays as a row without logins, so that their id is never given out
-- again and what is sealed for it stays with it. `adoption_seal` is the signer's word for it.
alter table users
  add column merged_into text references users on delete set null,
  add column adoption_seal text;
create index users_merged_into_index on users (merged_into);

-- The index that a wallet has among those of who took its owner in; null: the one that it was made with.
alter table wallets add column shown_index integer;
alter table embedded_wallets add column shown_index integer;

-- What puts two accounts apart again, for as long as the change can be undone.
alter table account_changes add column merged jsonb;

-- Transfers that a person was asked about, by SHA-256 of their nonce: for one session on one device.
create table account_transfers (
  hash text primary key,
  app_id text not null references apps on delete cascade,
  user_id text not null references users on delete cascade,
  session_id text not null references sessions on delete cascade,
  thumbprint text not null,
  former_user_id text not null references users on delete cascade,
  type text not null,
  subject text not null,
  receipt jsonb not null,
  shown jsonb not null,
  expires_at timestamptz(3) not null
);
create index account_transfers_expires_at_index on account_transfers (expires_at);
