-- An email address has one form from now on: NFC, without invisible characters. The signer's seal covers an account's address, so no
-- account is changed here. The server's log names the users whose address nobody can type any more.
do $$
declare
  found record;
begin
  if getdatabaseencoding() <> 'UTF8' then
    return;
  end if;
  for found in
    with odd as (
      select app_id, user_id, subject, normalize(
        regexp_replace(subject, '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]', '', 'g'),
        NFC
      ) as plain
      from accounts
      where type = 'email' and subject !~ '^[\u0001-\u007f]*$'
    )
    select odd.app_id, odd.user_id, coalesce(same.user_id, twin.user_id) as other_id
    from odd
    left join accounts same on same.app_id = odd.app_id and same.type = 'email' and same.subject = odd.plain
    left join odd twin on twin.app_id = odd.app_id and twin.plain = odd.plain and twin.user_id <> odd.user_id
    where odd.subject <> odd.plain
  loop
    if found.other_id is null then
      raise warning 'User % of app % has an email address with characters that do not show, and can no longer log in with it. Ask them to log in another way and to change it.',
        found.user_id, found.app_id;
    else
      raise warning 'User % of app % has the email address of user % with characters that do not show. Codes go to user % from now on.',
        found.user_id, found.app_id, found.other_id, found.other_id;
    end if;
  end loop;
end
$$;
