drop index accounts_one_of_type_index;
create unique index accounts_one_of_type_index on accounts (user_id, type) where type not in ('passkey', 'wallet');
alter table accounts add constraint accounts_wallet_subject_check
  check (type <> 'wallet' or subject ~ '^(ethereum:0x[0-9a-f]{40}|solana:[1-9A-HJ-NP-Za-km-z]{32,44})$');
