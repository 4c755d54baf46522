-- How apps are known at other companies, with their secrets, sealed by the signer for the operator. The API process's role reads
-- it and no more (`database/roles.ts`).
create table oauth_clients (
  app_id text not null references apps on delete cascade,
  provider text not null,
  settings jsonb not null,
  sealed_secret text not null,
  updated_at timestamptz(3) not null default now(),
  primary key (app_id, provider)
);
-- Logins that are under way there, for ten minutes. `flow_hash` is SHA-256 of what frame and window know.
create table oauth_flows (
  flow_hash text primary key,
  state text not null unique,
  app_id text not null references apps on delete cascade,
  provider text not null,
  device text not null,
  purpose text not null,
  user_id text references users on delete cascade,
  code_challenge text not null,
  redirect_to text,
  url text not null,
  signature text not null,
  seal text not null,
  answer text,
  expires_at timestamptz(3) not null
);
create index oauth_flows_expires_at_index on oauth_flows (expires_at);
