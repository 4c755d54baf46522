-- The index first: logins read `accounts` while it is built. What comes after needs the table for itself, for a moment.
create unique index accounts_one_account_of_type_index on accounts (user_id, type) where type not in ('passkey', 'wallet');
-- No earlier release has accounts of this type, so there is nothing to look through.
alter table accounts add constraint accounts_wallet_subject_check
  check (type <> 'wallet' or subject ~ '^(ethereum:0x[0-9a-f]{40}|solana:[1-9A-HJ-NP-Za-km-z]{32,44})$') not valid;
drop index accounts_one_of_type_index;
alter index accounts_one_account_of_type_index rename to accounts_one_of_type_index;
