import type { CustomAuth } from './vitrine-config.ts'

/**
 * The site's login of an instance that several callers take: whoever came last is asked. Functions of an earlier caller would
 * answer for what its part of the page knew then.
 */
export function currentAuth(first: CustomAuth) {
  let current = first
  let onChange: (() => void) | undefined
  let unsubscribe: (() => void) | undefined
  const listen = () => {
    unsubscribe = onChange && current.subscribe?.(onChange)
  }
  const auth: CustomAuth = {
    get enabled() {
      return current.enabled
    },
    get isLoading() {
      return current.isLoading
    },
    getCustomAccessToken: () => current.getCustomAccessToken(),
    subscribe(listener) {
      onChange = listener
      listen()
      return () => {
        onChange = undefined
        unsubscribe?.()
      }
    },
  }
  return {
    auth,
    /** Asks this one from now on, and has the wallet look who is logged in there. */
    use(next: CustomAuth) {
      if (next === current) return
      unsubscribe?.()
      current = next
      listen()
      onChange?.()
    },
  }
}
