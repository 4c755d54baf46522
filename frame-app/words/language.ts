import type { WordKey } from './en.ts'
import { landing } from './en-landing.ts'
import type { Failures } from './failure-codes.ts'
import { chooseLanguage, directionOf, type Language, PACKS } from './packs.ts'

export type Words = Readonly<Record<WordKey, string>>

interface Pack {
  readonly words: Words
  readonly failures: Failures
}

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

/** Adds English words that come with the code that says them. */
export function teach(more: Readonly<Partial<Words>>): void {
  english = { ...english, ...more }
  compose()
}

/** Brings the English words of the screens after the landing; a screen waits for them as for its own code. */
export async function bringLaterWords(): Promise<void> {
  const { later, failures } = await import('./en-later.ts')
  refusals = failures
  teach(later)
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
  let pack: typeof translation = null
  if (wanted !== 'en') {
    try {
      pack = await PACKS[wanted]()
      language = wanted
    } catch {
      // English stays.
    }
  }
  own = await admitted(overrides)
  // At once: what is drawn meanwhile goes on in the language of before.
  translation = pack
  compose()
  root.lang = language
  root.dir = directionOf(language)
}
