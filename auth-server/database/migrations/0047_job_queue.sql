-- A process of the release before goes on adding rows the moment that this commits, which is before `database/roles.ts` grants it the new
-- tables. The triggers below then add jobs with its rights.
do $$ declare known text; begin
  for known in
    select distinct grantee from information_schema.role_table_grants
    where table_schema = current_schema() and table_name = 'webhook_deliveries' and privilege_type = 'INSERT'
      and grantee not in ('PUBLIC', current_user)
  loop
    execute format('grant select, insert, update, delete on job, job_common, queue to %I', known);
  end loop;
end $$;

-- Adds a job to a queue of pg-boss (`database/queue.ts`), whose tables are installed before the migrations run. The job gets
-- the options of its queue, as one that pg-boss adds itself.
create function add_job(queue_name text, app text, endpoint text, details jsonb, due timestamptz)
returns void language sql as $$
  insert into job (
    name, data, group_id, singleton_key, start_after, created_on, keep_until, expire_seconds, deletion_seconds,
    retry_limit, retry_delay, policy, dead_letter
  )
  -- Jobs are taken in the order of `created_on`. Those of one statement keep the order of its rows.
  select name, details, app, endpoint, due, clock_timestamp(), due + make_interval(secs => retention_seconds), expire_seconds,
    deletion_seconds, retry_limit, retry_delay, policy, dead_letter
  from queue where name = queue_name
$$;

-- Adds the job of a row, in the statement that sets when the row is due. A process of the release before adds one likewise.
create function schedule_job(queue_name text, app text, endpoint text, key jsonb, due timestamptz, was_over boolean)
returns void language plpgsql as $$ begin
  -- The row is tried again, so it is no dead letter any more.
  if was_over then
    delete from job where name = 'dead_letters' and data -> 'key' = key;
  end if;
  perform add_job(queue_name, app, endpoint,
    jsonb_build_object('queue', queue_name, 'key', key, 'at', due), due);
end $$;

create function schedule_webhook() returns trigger language plpgsql as $$ begin
  perform schedule_job('webhooks', new.app_id, new.endpoint_id, jsonb_build_object('id', new.id), new.next_at,
    tg_op = 'UPDATE' and old.next_at is null);
  return null;
end $$;
create trigger schedule_webhook after insert or update of next_at on webhook_deliveries
  for each row when (new.next_at is not null) execute function schedule_webhook();

-- A job that found its endpoint disabled did nothing.
create function resume_webhooks() returns trigger language plpgsql as $$ begin
  update webhook_deliveries set next_at = next_at where endpoint_id = new.id and next_at is not null;
  return null;
end $$;
create trigger resume_webhooks after update of enabled on webhook_endpoints
  for each row when (new.enabled and not old.enabled) execute function resume_webhooks();

-- A job names its row by a value that says nothing of a user, whose rows may be deleted before the job is.
alter table followed_transactions add column id text not null default gen_random_uuid()::text;
alter table followed_transactions add constraint followed_transactions_id_unique unique (id);
create function schedule_transaction() returns trigger language plpgsql as $$ begin
  perform schedule_job('transactions', new.app_id, new.app_id || ' ' || new.chain,
    jsonb_build_object('id', new.id), new.next_at, false);
  return null;
end $$;
create trigger schedule_transaction after insert or update of next_at on followed_transactions
  for each row execute function schedule_transaction();

create function schedule_notice() returns trigger language plpgsql as $$ begin
  perform schedule_job('notices', (select app_id from account_changes where id = new.change_id), new.id,
    jsonb_build_object('id', new.id), new.next_try_at, tg_op = 'UPDATE' and old.next_try_at is null);
  return null;
end $$;
create trigger schedule_notice after insert or update of next_try_at on account_notices
  for each row when (new.next_try_at is not null) execute function schedule_notice();

create function schedule_deletion() returns trigger language plpgsql as $$ begin
  perform schedule_job('notices', new.app_id, new.id, jsonb_build_object('deletion_id', new.id), new.next_try_at, false);
  return null;
end $$;
create trigger schedule_deletion after insert or update of next_try_at on deletion_notices
  for each row execute function schedule_deletion();

-- Rows of the release before that wait get their jobs.
update webhook_deliveries set next_at = next_at where next_at is not null;
update followed_transactions set next_at = next_at;
update account_notices set next_try_at = next_try_at where next_try_at is not null;
update deletion_notices set next_try_at = next_try_at;
