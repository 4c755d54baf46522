import type { WordKey } from './en.ts'
import { landing } from './en-landing.ts'
import type { Failures } from './failure-codes.ts'

export type Words = Readonly<Record<WordKey, string>>

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

/** A document speaks one language at a time, as its `lang` does. */
let english: Readonly<Partial<Words>> = landing
let refusals: Readonly<Record<string, string>> = {}
let translation: Pack | null = null
let own: Readonly<Record<string, string>> = {}
let spoken = landing as Words

function compose(): void {
  const base = { ...english, ...translation?.words }
  const reworded = Object.entries(own).filter(([key]) => Object.hasOwn(base, key))
  spoken = { ...base, ...Object.fromEntries(reworded) } as Words
}

/** Brings the English words of the screens after the landing; a screen waits for them as for its own code. */
export async function bringLaterWords(): Promise<void> {
  const { later, failures } = await import('./en-later.ts')
  english = { ...english, ...later }
  refusals = failures
  compose()
}

export const words = (): Words => spoken

/**
 * A refusal's sentence: the operator's own, by the key `failure.<code>`, else that of the language on show. `undefined` where
 * the server's own sentence is better: nearly always in English, and for what only a developer can mend.
 */
export function failureWords(code: string): string | undefined {
  const known: Readonly<Record<string, string>> = translation?.failures ?? refusals
  return own[`failure.${code}`] ?? (Object.hasOwn(known, code) ? known[code] : undefined)
}

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
  /** Words of others, by key: of them count those that `word-classes.ts` leaves to who brought them. */
  readonly overrides: {
    /** `intl.textLocalization`. */
    readonly page?: Readonly<Record<string, string>>
    /** `text_localization` of the app's config. */
    readonly operator?: Readonly<Record<string, string>>
  }
}

/** The list is asked only where somebody brought words. Without it nothing is reworded. */
async function admitted(overrides: Speech['overrides']): Promise<Readonly<Record<string, string>>> {
  if (Object.values(overrides).every(words => Object.keys(words).length === 0)) return {}
  try {
    return (await import('./word-classes.ts')).admit(overrides)
  } catch {
    return {}
  }
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
  own = await admitted(overrides)
  compose()
  root.lang = language
  root.dir = language === 'ar' ? 'rtl' : 'ltr'
}
