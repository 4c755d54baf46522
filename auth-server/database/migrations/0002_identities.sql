alter table accounts add column details jsonb not null default '{}'::jsonb;
create unique index accounts_one_of_type_index on accounts (user_id, type) where type <> 'passkey';

alter table login_codes add column test boolean not null default false;

create table entry_rules (
  id text primary key,
  app_id text not null references apps on delete cascade,
  list text not null,
  type text not null,
  value text not null,
  created_at timestamptz(3) not null default now(),
  constraint entry_rules_app_id_list_type_value_unique unique (app_id, list, type, value)
);

create table test_accounts (
  id text primary key,
  app_id text not null references apps on delete cascade,
  name text,
  email text,
  phone_number text,
  otp_code text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint test_accounts_app_id_email_unique unique (app_id, email),
  constraint test_accounts_app_id_phone_number_unique unique (app_id, phone_number)
);
