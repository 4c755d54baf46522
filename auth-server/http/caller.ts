import type { Context as RequestContext } from 'hono'
import { type Language, languageOf } from '../words/language.ts'
import { madeWithBrowser } from './made-with.ts'

/** Who makes a call, as far as a person is told of it: by its headers, of which nothing is decided. */
export interface Caller {
  readonly language: Language
  /** Browser and system, e.g. `Firefox · Linux`; names of ours alone. */
  readonly madeWith: string | null
}

export function callerOf(c: RequestContext): Caller {
  const { createdWithBrowser, createdWithOs } = madeWithBrowser(name => c.req.header(name))
  const madeWith = [createdWithBrowser, createdWithOs].filter(Boolean).join(' · ')
  return { language: languageOf(c.req.header('accept-language')), madeWith: madeWith || null }
}
