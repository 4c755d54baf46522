-- By what tokens of an app's own login are checked, sealed by the signer for the operator. The API process's role reads it and
-- no more (`database/roles.ts`). What was set before is taken over here, once; whoever has the master key seals it, and until
-- then `seal` is null. Processes of the release before go by the app's config.
create table login_issuers (
  app_id text not null references apps on delete cascade,
  method text not null,
  settings jsonb not null,
  seal text,
  updated_at timestamptz(3) not null default now(),
  primary key (app_id, method)
);
insert into login_issuers (app_id, method, settings)
  select id, 'custom-jwt', config -> 'custom_jwt_config' from apps
  where jsonb_typeof(config -> 'custom_jwt_config') = 'object';
