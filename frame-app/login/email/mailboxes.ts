/** Where people read the mail of the big mailboxes, by the domain of the address. Others read it elsewhere. */
const MAILBOXES: readonly { readonly url: string; readonly domains: readonly string[] }[] = [
  { url: 'https://mail.google.com/mail/', domains: ['gmail.com', 'googlemail.com'] },
  {
    url: 'https://outlook.live.com/mail/',
    domains: [
      'outlook.com',
      'outlook.de',
      'outlook.es',
      'outlook.fr',
      'outlook.it',
      'outlook.jp',
      'hotmail.com',
      'hotmail.co.uk',
      'hotmail.de',
      'hotmail.es',
      'hotmail.fr',
      'hotmail.it',
      'live.com',
      'live.co.uk',
      'live.fr',
      'live.nl',
      'msn.com',
    ],
  },
  {
    url: 'https://mail.yahoo.com/',
    domains: [
      'yahoo.com',
      'yahoo.co.in',
      'yahoo.co.uk',
      'yahoo.com.ar',
      'yahoo.com.br',
      'yahoo.com.mx',
      'yahoo.de',
      'yahoo.es',
      'yahoo.fr',
      'yahoo.in',
      'yahoo.it',
      'ymail.com',
      'rocketmail.com',
    ],
  },
  { url: 'https://mail.yahoo.co.jp/', domains: ['yahoo.co.jp', 'ymail.ne.jp'] },
  { url: 'https://www.icloud.com/mail/', domains: ['icloud.com', 'me.com', 'mac.com'] },
  { url: 'https://mail.aol.com/', domains: ['aol.com'] },
  { url: 'https://mail.proton.me/', domains: ['proton.me', 'protonmail.com', 'pm.me'] },
  { url: 'https://app.fastmail.com/', domains: ['fastmail.com', 'fastmail.fm'] },
  { url: 'https://app.tuta.com/', domains: ['tuta.com', 'tuta.io', 'tutanota.com'] },
  { url: 'https://www.gmx.com/', domains: ['gmx.com'] },
  { url: 'https://www.gmx.net/', domains: ['gmx.net', 'gmx.de', 'gmx.at', 'gmx.ch'] },
  { url: 'https://web.de/', domains: ['web.de'] },
  { url: 'https://mail.yandex.com/', domains: ['yandex.com', 'yandex.ru', 'ya.ru'] },
  { url: 'https://e.mail.ru/', domains: ['mail.ru', 'inbox.ru', 'list.ru', 'bk.ru'] },
  { url: 'https://mail.qq.com/', domains: ['qq.com', 'foxmail.com'] },
  { url: 'https://mail.163.com/', domains: ['163.com'] },
  { url: 'https://mail.naver.com/', domains: ['naver.com'] },
  { url: 'https://mail.zoho.com/', domains: ['zohomail.com'] },
]

/**
 * @param address as it was typed
 * @returns the mailbox of exactly this domain; `null` for any other, which may belong to anybody
 */
export function mailboxOf(address: string): string | null {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return MAILBOXES.find(({ domains }) => domains.includes(domain))?.url ?? null
}
