-- What a site notes of a user.
alter table users add column custom_metadata jsonb not null default '{}'::jsonb;

-- Pages of users, and what they are searched by.
create index users_app_id_created_at_id_index on users (app_id, created_at, id);
create index accounts_app_id_subject_index on accounts (app_id, subject);
create index accounts_mailbox_index on accounts
  (app_id, (coalesce(lower(details ->> 'email'), details ->> 'vouchedEmail', case type when 'email' then subject end)) text_pattern_ops);
create index wallets_address_index on wallets (lower(address));
create index embedded_wallets_address_index on embedded_wallets (lower(address));
create index imported_wallets_address_index on imported_wallets (lower(address));
create index webhook_deliveries_user_id_index on webhook_deliveries (user_id);

-- An identity makes the same user id again, and with it the keys that the signer derives: without the second factors that guarded them.
-- So the id of a user who was deleted is used up, for processes of the release before too.
create table deleted_users (
  id text primary key,
  app_id text not null references apps (id) on delete cascade,
  deleted_at timestamptz(3) not null default now()
);
create function refuse_deleted_user() returns trigger language plpgsql as $$ begin
  if exists (select from deleted_users where id = new.id) then
    raise exception 'The id of a user who was deleted is used up' using errcode = 'unique_violation';
  end if;
  return new;
end $$;
create trigger users_refuse_deleted before insert on users for each row execute function refuse_deleted_user();

-- Who is told that an account is deleted: addresses that are kept nowhere else by then.
create table deletion_notices (
  id text primary key,
  app_id text not null references apps (id) on delete cascade,
  channel text not null,
  address text not null,
  language text not null,
  by_site boolean not null,
  at timestamptz(3) not null,
  tries integer not null default 0,
  next_try_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index deletion_notices_next_try_at_index on deletion_notices (next_try_at);
create index deletion_notices_expires_at_index on deletion_notices (expires_at);
