create table provider_secrets (
  app_id text not null references apps on delete cascade,
  provider text not null,
  sealed_secret text not null,
  updated_at timestamptz(3) not null default now(),
  primary key (app_id, provider)
);
