-- Approvals in a window that the site's page has cut off from the frame: sealed for each other, for five minutes, and so few that the sweep needs no index.
create table approval_flows (
  id text primary key,
  app_id text not null references apps on delete cascade,
  user_id text not null references users on delete cascade,
  offer text not null,
  answer text,
  claimed_at timestamptz(3),
  expires_at timestamptz(3) not null
);
