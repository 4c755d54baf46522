import type { GreetedFrame, GreetingParts } from './greet-frame.ts'
import type { CustomAuth } from './vitrine-config.ts'

/** The page's own login, as the frame asks for it. */
export interface FollowedSite {
  /** Has the frame look who is logged in at the page. */
  sync(): void
  /** The page's token; `undefined` while it does not know. Never rejects. */
  token(): Promise<string | null | undefined>
  stop(): void
}

/** Follows the page's own login: has the frame look now where it is up, and at each change. */
export function followSite(
  customAuth: CustomAuth,
  frame: GreetedFrame,
  events: Pick<GreetingParts, 'onFailure'>,
): FollowedSite {
  const sync = () => {
    if (!frame.isUp || !(customAuth.enabled ?? true)) return
    frame.call('syncCustomAuth').catch(error => {
      // A frame that is gone looks again when it is back.
      if (frame.isUp) events.onFailure(error, 'customAuth')
    })
  }
  let unsubscribe: (() => void) | undefined
  try {
    unsubscribe = customAuth.subscribe?.(sync)
  } catch (error) {
    // The page's to mend: the wallet works without it.
    reportError(error)
  }
  return {
    sync,
    stop: () => unsubscribe?.(),
    async token() {
      // A failure is the page's to mend: the frame learns nothing of it and leaves the session as it is.
      try {
        if (!customAuth.isLoading) return await customAuth.getCustomAccessToken()
      } catch (error) {
        reportError(error)
      }
      return undefined
    },
  }
}
