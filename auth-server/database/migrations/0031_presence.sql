-- The signer's word that a person proved a way in: at the login of a session, and in the proof of one change. What shows or takes
-- a key asks for it.
alter table sessions add column if not exists presence jsonb;
alter table step_ups add column if not exists presence jsonb;
