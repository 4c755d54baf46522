-- Which master keys the roots were sealed under, and until when: what a leak of one opens. `npm run vitrine -- keys` and the start of a
-- server write it, the API process's role reads it.
create table if not exists master_keys (
  id text primary key,
  used_from timestamptz(3) not null default now(),
  used_until timestamptz(3)
);
insert into master_keys (id, used_from)
select split_part(sealed, '.', 2), min(created_at) from signer_roots group by 1
on conflict do nothing;

-- Who was written to of the leak of a master key.
create table if not exists leak_notices (
  master_key_id text not null references master_keys,
  user_id text not null references users on delete cascade,
  told_at timestamptz(3) not null default now(),
  primary key (master_key_id, user_id)
);
create index if not exists leak_notices_user_id_index on leak_notices (user_id);
