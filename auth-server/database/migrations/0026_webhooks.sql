-- Where an app's backend is told what happened to its users. Written by the operator's commands alone (`database/roles.ts`).
create table webhook_endpoints (
  id text primary key,
  app_id text not null references apps on delete cascade,
  url text not null,
  -- Sealed by the signer, as other secrets of the app's operator are.
  sealed_secret text not null,
  events jsonb not null,
  enabled boolean not null default true,
  created_at timestamptz(3) not null default now()
);
create index webhook_endpoints_app_id_index on webhook_endpoints (app_id);

-- A message to an endpoint, written with what it tells of. `next_at` is null once it was delivered or given up.
create table webhook_deliveries (
  id text primary key,
  endpoint_id text not null references webhook_endpoints on delete cascade,
  app_id text not null references apps on delete cascade,
  user_id text not null,
  event_id bigint not null,
  type text not null,
  at timestamptz(3) not null,
  data jsonb not null,
  body text,
  attempts integer not null default 0,
  next_at timestamptz(3),
  last_status integer,
  delivered_at timestamptz(3),
  failed_at timestamptz(3),
  expires_at timestamptz(3) not null
);
create index webhook_deliveries_endpoint_id_index on webhook_deliveries (endpoint_id);
create index webhook_deliveries_next_at_index on webhook_deliveries (next_at);
create index webhook_deliveries_expires_at_index on webhook_deliveries (expires_at);

-- Transactions that were sent, until it is known what became of them. `next_at` is when their node is asked next.
create table followed_transactions (
  app_id text not null references apps on delete cascade,
  user_id text not null references users on delete cascade,
  chain text not null,
  hash text not null,
  address text not null,
  tries integer not null default 0,
  next_at timestamptz(3) not null,
  give_up_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (user_id, chain, hash)
);
create index followed_transactions_next_at_index on followed_transactions (next_at);
create index followed_transactions_expires_at_index on followed_transactions (expires_at);
