-- Codes that belong to the device which asked for them. `login_codes` stays as long as processes of the release before may
-- run beside this one; nothing of this release reads or writes it but the sweep.
create table one_time_codes (
  id text primary key,
  app_id text not null references apps on delete cascade,
  channel text not null,
  address text not null,
  device text not null,
  purpose text not null,
  digest text not null,
  test boolean not null default false,
  tries integer not null default 0,
  expires_at timestamptz(3) not null,
  consumed_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index one_time_codes_app_id_channel_address_device_purpose_index
  on one_time_codes (app_id, channel, address, device, purpose);
create index one_time_codes_expires_at_index on one_time_codes (expires_at);
