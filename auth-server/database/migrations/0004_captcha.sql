create table captcha_keys (
  name text primary key,
  secret text not null,
  created_at timestamptz(3) not null default now()
);

create table captcha_secrets (
  app_id text not null references apps on delete cascade,
  provider text not null,
  secret text not null,
  created_at timestamptz(3) not null default now(),
  primary key (app_id, provider)
);
