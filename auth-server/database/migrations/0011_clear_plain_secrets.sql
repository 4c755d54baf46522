-- For the role of the API process, which may truncate nothing: `truncate` gives the table's file back at once, where
-- deleted rows would stay in it for a while.
create function clear_captcha_secrets() returns void
language sql security definer set search_path from current
as 'truncate captcha_secrets';

revoke all on function clear_captcha_secrets() from public;
