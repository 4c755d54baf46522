-- Events end by themselves. The default is for processes of the release before, which do not name the column; what is there
-- already gets it too, without the table being written anew.
alter table analytics_events add column expires_at timestamptz(3) not null default now() + interval '30 days';
create index analytics_events_expires_at_index on analytics_events (expires_at);
