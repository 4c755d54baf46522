import type { Kernel } from './ports.ts'

export interface UiLoader {
  /** Brings React and the screens, once; after a failure the next call tries again. */
  load(): Promise<void>
}

/** The screens come when idle, or with the first request for one, whichever is first. */
export function createUiLoader(root: HTMLElement, kernel: () => Kernel): UiLoader {
  let loading: Promise<void> | undefined
  return {
    load() {
      loading ??= import('../ui/mount.tsx').then(
        ({ mount }) => mount(root, kernel()),
        error => {
          loading = undefined
          throw error
        },
      )
      return loading
    },
  }
}

/** Runs `work` when the browser has nothing else to do, so that it does not delay the page around the frame. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 2_000 })
  else setTimeout(work, 200)
}
