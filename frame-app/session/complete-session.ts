import type { EffectiveConfig } from '../config/effective.ts'
import type { ReadableStore } from '../core/store.ts'
import { createStore } from '../core/store.ts'
import { mustAcceptTerms } from './must-accept-terms.ts'
import type { SessionSnapshot } from './session.ts'
import { ANONYMOUS } from './session.ts'

/**
 * The session as the page has it: none as long as its person has terms to accept, and none before the config says whether
 * they have.
 * @param config has no value before its first change
 */
export function completeSession(
  session: ReadableStore<SessionSnapshot>,
  config: ReadableStore<EffectiveConfig>,
): ReadableStore<SessionSnapshot> {
  const complete = createStore(ANONYMOUS)
  let isKnown = false
  const follow = () => {
    const snapshot = session.get()
    const isOpen =
      snapshot.status === 'authenticated' && isKnown && !mustAcceptTerms(config.get(), snapshot.user)
    complete.set(isOpen ? snapshot : ANONYMOUS)
  }
  session.subscribe(follow)
  config.subscribe(() => {
    isKnown = true
    follow()
  })
  return complete
}
