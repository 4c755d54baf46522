import { whenIdle } from '../core/when-idle.ts'
import type { Kernel } from '../ui/kernel-context.ts'

export interface UiLoader {
  /** Brings React and the screens, once, and their words as of now; after a failure the next call tries again. */
  load(): Promise<void>
  /** Once they are there, and the browser has nothing else to do: a login that opens comes before. */
  readonly loaded: Promise<void>
}

/** The screens come when idle, or with the first request for one, whichever is first. */
export function createUiLoader(root: HTMLElement, kernel: () => Kernel): UiLoader {
  let loading: Promise<typeof import('../requests/mount.tsx')['speakFor']> | undefined
  let resolveLoaded = () => {}
  const loaded = new Promise<void>(resolve => {
    resolveLoaded = resolve
  })
  return {
    loaded,
    async load() {
      // Named one by one: the bundler loses the namespace object of a chunk whose modules others share.
      loading ??= import('../requests/mount.tsx').then(
        ({ mount, speakFor }) => {
          mount(root, kernel())
          whenIdle(resolveLoaded)
          return speakFor
        },
        error => {
          loading = undefined
          throw error
        },
      )
      const speakFor = await loading
      await speakFor(root, kernel())
    },
  }
}
