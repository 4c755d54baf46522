-- Keys of an app's own backend, and what they may be allowed. The operator's commands write both; the API's role reads them.
create table authorization_keys (
  id text primary key,
  app_id text not null references apps on delete cascade,
  name text not null,
  public_key text not null,
  policy_ids jsonb not null default '[]',
  seal text not null,
  created_at timestamptz(3) not null default now(),
  constraint authorization_keys_app_id_public_key_unique unique (app_id, public_key)
);
create table delegation_policies (
  id text primary key,
  app_id text not null references apps on delete cascade,
  policy jsonb not null,
  seal text not null,
  created_at timestamptz(3) not null default now()
);
create index delegation_policies_app_id_index on delegation_policies (app_id);

-- Who may use a wallet besides its person: the whole list as the signer sealed it. A wallet without a row is nobody else's to use.
create table wallet_delegations (
  wallet_id text primary key,
  app_id text not null references apps on delete cascade,
  user_id text not null references users on delete cascade,
  list jsonb not null,
  seal text not null
);
create index wallet_delegations_user_id_index on wallet_delegations (user_id);

-- Signers of imported wallets were told and could do nothing: none of them was agreed to.
alter table imported_wallets drop column additional_signers;
