-- What operators and backends did stands beside what happened to users: of an app that may be gone, or of none, and often of no user.
alter table audit_events drop constraint if exists audit_events_app_id_fkey;
alter table audit_events alter column app_id drop not null;
alter table audit_events alter column user_id drop not null;
-- Who did it: `command`, `backend` or `operator:<id>`; null is the person, or the server by itself.
alter table audit_events add column if not exists actor text;
create index if not exists audit_events_app_id_id_index on audit_events (app_id, id);
