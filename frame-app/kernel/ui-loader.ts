import { lazily } from '../core/lazy.ts'
import { whenIdle } from '../core/when-idle.ts'
import type { Kind } from '../requests/registry.ts'
import type { ViewParts } from './view.ts'

/** The screens' code: it comes when idle, or with the first request for a screen, whichever is first. */
export interface UiLoader {
  /** Brings React, the screen of a kind, and its words as of now; after a failure the next call tries again. */
  load(kind: Kind): Promise<void>
  /** Whether a request of this kind shows at once. */
  isHere(kind: Kind): boolean
  /** Once the login's are there, and the browser has nothing else to do: a login that opens comes before. */
  readonly loaded: Promise<void>
}

export function createUiLoader(root: HTMLElement, view: () => ViewParts): UiLoader {
  let resolveLoaded = () => {}
  const loaded = new Promise<void>(resolve => {
    resolveLoaded = resolve
  })
  const here = new Set<Kind>()
  const loadScreens = lazily(async () => {
    // Named: the bundler loses the namespace object of a chunk whose modules others share.
    const { showScreens } = await import('../boot/show-screens.ts')
    const screens = showScreens(root, view())
    whenIdle(resolveLoaded)
    return screens
  })
  return {
    loaded,
    isHere: kind => here.has(kind),
    async load(kind) {
      // At once with React, and not after it: each is a journey.
      if (kind !== 'login')
        import('../requests/registry.ts')
          .then(async ({ REQUESTS }) => void (await REQUESTS[kind].screen()))
          .catch(() => {})
      const { speak, bringScreen } = await loadScreens()
      await Promise.all([speak(), bringScreen(kind)])
      here.add(kind)
    },
  }
}
