-- Who may use the operator's console, and for which apps. The operator's commands alone write these three; the API's role reads them.
create table operators (
  id text primary key,
  name text not null,
  -- The right to every app, also to those that come later.
  all_apps_role text,
  created_at timestamptz(3) not null default now()
);
create table operator_apps (
  operator_id text not null references operators on delete cascade,
  app_id text not null references apps on delete cascade,
  role text not null,
  primary key (operator_id, app_id)
);
create index operator_apps_app_id_index on operator_apps (app_id);
create table operator_enrolments (
  hash text primary key,
  operator_id text not null references operators on delete cascade,
  expires_at timestamptz(3) not null,
  constraint operator_enrolments_hash_operator_id_unique unique (hash, operator_id)
);
create index operator_enrolments_operator_id_index on operator_enrolments (operator_id);

-- A passkey stands on an enrolment of its operator's, one on each: who has the API's role adds none where no command asked for one, and
-- changes the key of none.
create table operator_passkeys (
  id text primary key,
  operator_id text not null references operators on delete cascade,
  enrolment_hash text not null,
  cose_key text not null,
  transports jsonb not null default '[]',
  counter bigint not null,
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3) not null default now(),
  constraint operator_passkeys_enrolment_hash_unique unique (enrolment_hash),
  foreign key (enrolment_hash, operator_id) references operator_enrolments (hash, operator_id) on delete cascade
);
create index operator_passkeys_operator_id_index on operator_passkeys (operator_id);
create function require_open_enrolment() returns trigger language plpgsql as $$ begin
  if not exists (
    select from operator_enrolments where hash = new.enrolment_hash and expires_at > clock_timestamp()
  ) then
    raise exception 'The enrolment is over.' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger require_open_enrolment before insert on operator_passkeys
  for each row execute function require_open_enrolment();

create table operator_challenges (
  hash text primary key,
  purpose text not null,
  subject text not null,
  expires_at timestamptz(3) not null
);
create index operator_challenges_expires_at_index on operator_challenges (expires_at);
create table operator_sessions (
  hash text primary key,
  operator_id text not null references operators on delete cascade,
  passkey_id text not null references operator_passkeys on delete cascade,
  origin text not null,
  created_at timestamptz(3) not null,
  used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index operator_sessions_operator_id_index on operator_sessions (operator_id);
create index operator_sessions_passkey_id_index on operator_sessions (passkey_id);
create index operator_sessions_expires_at_index on operator_sessions (expires_at);
create table operator_confirmations (
  hash text primary key,
  session_hash text not null references operator_sessions on delete cascade,
  subject text not null,
  expires_at timestamptz(3) not null
);
create index operator_confirmations_session_hash_index on operator_confirmations (session_hash);
create index operator_confirmations_expires_at_index on operator_confirmations (expires_at);

-- When what has expired was last deleted, by whichever server.
create table sweeps (
  name text primary key,
  at timestamptz(3) not null
);
