import type { Way } from '@vitrine/shared/login/registry.ts'
import type { Greeting } from '../login-method/login-method.ts'
import { bringLaterWords } from '../words/language.ts'

/** How who comes back by this way is greeted; `undefined` where they are not. Comes where somebody is remembered alone. */
export async function bringGreeting({ method }: Way): Promise<Greeting | undefined> {
  const [{ GREETINGS }] = await Promise.all([import('./greetings.ts'), bringLaterWords()])
  return GREETINGS[method]
}
