import { chooseLanguage, directionOf, type Language, preferredLanguages } from '../../words/packs.ts'
import { shell as ar } from '../../words/shell/ar.ts'
import { shell as en, type ShellWords } from '../../words/shell/en.ts'
import { shell as es } from '../../words/shell/es.ts'
import { shell as ja } from '../../words/shell/ja.ts'

const WORDS: Readonly<Record<Language, ShellWords>> = { ar, en, es, ja }

/** The words of the skeleton, which are here before a language's own file is. @param chosen the site's, as `Kernel.locale` */
export function speakMeanwhile(chosen: string | null, root: HTMLElement): ShellWords {
  const language = chooseLanguage(preferredLanguages(chosen))
  root.lang = language
  root.dir = directionOf(language)
  return WORDS[language]
}
