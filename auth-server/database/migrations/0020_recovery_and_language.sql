-- The recovery of on-device wallets that was replaced: what puts it back, for as long as the change can be undone.
alter table account_changes add column recovery jsonb;
-- In which language a person is told of changes. Users of before have none until they log in again.
alter table users add column language text;
