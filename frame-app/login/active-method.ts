import type { ReadableStore } from '../core/store.ts'
import type { OpenLogin } from '../login-method/login-method.ts'

/** The method that has the card to itself, or `null` while the landing shows them all. */
export function activeMethod(methods: readonly OpenLogin[]): ReadableStore<OpenLogin | null> {
  return {
    get: () => methods.find(method => method.hasCard.get()) ?? null,
    subscribe(listener) {
      const ends = methods.map(method => method.hasCard.subscribe(listener))
      return () => {
        for (const end of ends) end()
      }
    },
  }
}
