-- Where on the Internet a change was made, in the short form that people are told: `203.0.113.x`. Unknown of changes before.
alter table account_changes add column network text;
-- A mail as it would have been sent, for the development inbox.
alter table dev_inbox add column html text;
