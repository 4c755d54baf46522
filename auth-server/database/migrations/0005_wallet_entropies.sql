create table wallet_entropies (
  user_id text primary key references users on delete cascade,
  app_id text not null references apps on delete cascade,
  sealed_entropy text not null,
  created_at timestamptz(3) not null default now()
);

-- Two indexes that share a key would be two wallets to their owner and one to everybody else.
alter table wallets add constraint wallets_user_id_address_unique unique (user_id, address);
