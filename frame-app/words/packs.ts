/** Brings the words of a language other than English, whose own are in the bundle. */
export const PACKS = {
  es: () => import('./es.ts').then(it => ({ words: it.es, failures: it.failures })),
  ja: () => import('./ja.ts').then(it => ({ words: it.ja, failures: it.failures })),
  ar: () => import('./ar.ts').then(it => ({ words: it.ar, failures: it.failures })),
}

export type Language = 'en' | keyof typeof PACKS

/** The first of the person's languages (BCP 47) that the catalogue has, else English. */
export function chooseLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const language = tag.toLowerCase().split('-')[0]
    if (language === 'en' || (language !== undefined && isTranslated(language))) return language
  }
  return 'en'
}

const isTranslated = (language: string): language is keyof typeof PACKS => Object.hasOwn(PACKS, language)

/** Languages to speak, best first. @param chosen BCP 47 tag of the site's choice; `null`: the browser's count */
export const preferredLanguages = (chosen: string | null): readonly string[] =>
  chosen === null ? navigator.languages : [chosen, ...navigator.languages]

export const directionOf = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr')
