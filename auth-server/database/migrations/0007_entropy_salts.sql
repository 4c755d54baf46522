create table entropy_salts (
  name text primary key,
  sealed_salt text not null,
  created_at timestamptz(3) not null default now()
);
