-- A session of the console belongs to the browser that logged in, which proves its key with each call. Sessions from before this
-- name no key: they end, and their operators log in again.
delete from operator_sessions;
alter table operator_sessions add column thumbprint text not null;
