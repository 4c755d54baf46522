import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import type { WordKey } from './en.ts'
import { landing } from './en-landing.ts'

export type Words = Readonly<Record<WordKey, string>>

/** Refusals that a person can do something about. English has the server's own, more exact sentences. */
export const FAILURE_CODES = [
  'invalid_credentials',
  'invalid_data',
  'too_many_requests',
  'service_unavailable',
  'disallowed_login_method',
  'disallowed_plus_email',
  'user_does_not_exist',
  'linked_to_another_user',
  'cannot_link_more_of_type',
  'cannot_unlink_sole_account',
  'passkey_not_allowed',
  'invalid_captcha',
  'must_be_authenticated',
] as const satisfies readonly ErrorCode[]
export type Failures = Readonly<Record<(typeof FAILURE_CODES)[number], string>>

interface Pack {
  readonly words: Words
  readonly failures: Failures
}

/** The landing's English is in the bundle; the rest of it comes with later screens, another language when it is spoken. */
const LOADERS = {
  es: () => import('./es.ts').then(it => ({ words: it.es, failures: it.failures })),
  ja: () => import('./ja.ts').then(it => ({ words: it.ja, failures: it.failures })),
  ar: () => import('./ar.ts').then(it => ({ words: it.ar, failures: it.failures })),
} satisfies Record<string, () => Promise<Pack>>

export type Language = 'en' | keyof typeof LOADERS

/**
 * What a site may not reword: by these a person tells an approval from a rejection, a warning from a note, and whose
 * window this is. A page that runs someone else's script could turn them around.
 */
const FIXED = /^(danger\.|shell\.|action\.(approve|reject))/

/** A document speaks one language at a time, as its `lang` does. */
let english: Readonly<Partial<Words>> = landing
let translation: Pack | null = null
let own: Readonly<Record<string, string>> = {}
let spoken = landing as Words

function compose(): void {
  const base = { ...english, ...translation?.words }
  const reworded = Object.entries(own).filter(([key]) => Object.hasOwn(base, key) && !FIXED.test(key))
  spoken = { ...base, ...Object.fromEntries(reworded) } as Words
}

/** Brings the English words of the screens after the landing; a screen waits for them as for its own code. */
export async function bringLaterWords(): Promise<void> {
  const { later } = await import('./en-later.ts')
  english = { ...english, ...later }
  compose()
}

export const words = (): Words => spoken

/** A refusal's sentence in the language on show; `undefined` in English, and for what only a developer can mend. */
export const failureWords = (code: string): string | undefined =>
  FAILURE_CODES.flatMap(known => (known === code ? (translation?.failures[known] ?? []) : []))[0]

/** The first of the person's languages (BCP 47) that the catalogue has, else English. */
export function chooseLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const language = tag.toLowerCase().split('-')[0]
    if (language === 'en' || (language !== undefined && isTranslated(language))) return language
  }
  return 'en'
}

const isTranslated = (language: string): language is keyof typeof LOADERS => Object.hasOwn(LOADERS, language)

export interface Speech {
  /** Of the site's choice, else of the browser, in order of preference. */
  readonly tags: readonly string[]
  /** `intl.textLocalization`: the site's own words, by key. */
  readonly overrides: Readonly<Record<string, string>>
}

/** Speaks from now on so. A language that does not load leaves English: a login must not wait for words. */
export async function speak({ tags, overrides }: Speech, root: HTMLElement): Promise<void> {
  const wanted = chooseLanguage(tags)
  let language: Language = 'en'
  translation = null
  if (wanted !== 'en') {
    try {
      translation = await LOADERS[wanted]()
      language = wanted
    } catch {
      // English stays.
    }
  }
  own = overrides
  compose()
  root.lang = language
  root.dir = language === 'ar' ? 'rtl' : 'ltr'
}
