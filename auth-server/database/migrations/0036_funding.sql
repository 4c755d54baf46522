-- What users began to buy or to have brought to their wallets at other companies: whose it is, and by which name the company
-- knows it. What became of it the company is asked.
create table if not exists funding_orders (
  id text primary key,
  app_id text not null references apps on delete cascade,
  user_id text not null references users on delete cascade,
  provider text not null,
  vendor_id text not null,
  address text not null,
  is_sandbox boolean not null,
  expires_at timestamptz(3) not null
);
create index if not exists funding_orders_expires_at_index on funding_orders (expires_at);

-- Transfers that were about to be asked of a wallet, so that no other device asks for the same.
create table if not exists funding_transfers (
  user_id text not null references users on delete cascade,
  id text not null,
  app_id text not null references apps on delete cascade,
  transaction_hash text,
  expires_at timestamptz(3) not null,
  primary key (user_id, id)
);
create index if not exists funding_transfers_expires_at_index on funding_transfers (expires_at);
