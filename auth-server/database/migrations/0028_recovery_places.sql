-- Where the rest of what opens a recovery is: a file in the person's cloud, a record there, or a passkey.
alter table embedded_sets add column if not exists recovery_place text;
