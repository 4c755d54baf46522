import { captcha } from './en-captcha.ts'
import { landing } from './en-landing.ts'
import { later } from './en-later.ts'

/**
 * Every visible or spoken string of the frame, in English. `{name}` is a placeholder; `say` checks at compile time that
 * each one is given. A key that is added here stands in `es.ts`, `ja.ts` and `ar.ts` too. "Names in the UI" of the host interface fixes the short ones: sites' tests find controls by them.
 */
export const en = { ...landing, ...captcha, ...later } as const
export type WordKey = keyof typeof en
