import type { Language } from './language.ts'

/** What each page that the server writes has. */
interface PageWords {
  readonly direction: 'ltr' | 'rtl'
  /** Beside the lock, as in the frame (`shell.walletOrigin`). @param host of the wallet */
  foot(host: string): string
}

export const PAGE_WORDS: Readonly<Record<Language, PageWords>> = {
  en: { direction: 'ltr', foot: host => `Secured by ${host}` },
  es: { direction: 'ltr', foot: host => `Protegido por ${host}` },
  ja: { direction: 'ltr', foot: host => `${host} により保護` },
  ar: { direction: 'rtl', foot: host => `محمي بواسطة ${host}` },
}
