-- Second factors that an operator takes away, of people who lost them: what the signer said when it began, and the change by which the
-- person was told. Gone when it was stopped, completed or forgotten.
create table if not exists mfa_resets (
  user_id text primary key references users on delete cascade,
  app_id text not null references apps on delete cascade,
  change_id text not null references account_changes on delete cascade,
  reset jsonb not null,
  expires_at timestamptz(3) not null
);
create index if not exists mfa_resets_expires_at_index on mfa_resets (expires_at);
create index if not exists mfa_resets_change_id_index on mfa_resets (change_id);

-- When a notice went out: a wait that a person is told of begins then.
alter table account_notices add column if not exists sent_at timestamptz(3);
