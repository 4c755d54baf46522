import { createStore, type ReadableStore } from '@vitrine/frame-app/core/store.ts'
import { hrefOf, type Route, readRoute } from './route.ts'

/** Whether the screen that is left lets go of it; asked once for each try. */
export type MayLeave = () => Promise<boolean>

export interface Router {
  readonly route: ReadableStore<Route>
  /** Shows a screen, once the one that is there lets go. */
  go(route: Route): void
  /** The screen's own words for `document.title`. */
  setTitle(title: string): void
  /** Asked before the screen changes and, by the browser's own question, before the page goes. @returns takes it back */
  guard(mayLeave: MayLeave): () => void
}

/** The parts of a window that the router works with. */
export type RouterWindow = Pick<Window, 'history' | 'location' | 'addEventListener' | 'document'>

/**
 * The screen on show follows the address, and Back works. An entry of the history knows its place, so that a Back which the
 * screen does not allow can be undone before anybody is asked.
 */
export function createRouter(window: RouterWindow): Router {
  const { history, location } = window
  const placeOf = (state: unknown): number => {
    const place = (state as { place?: unknown } | null)?.place
    return typeof place === 'number' ? place : 0
  }
  const route = createStore<Route>(readRoute(location.pathname))
  let place = placeOf(history.state)
  let guard: MayLeave | null = null
  /** The router's own going back and forth, which nobody is asked about. */
  let own: 'undo' | 'redo' | null = null
  history.replaceState({ place }, '')

  const show = () => {
    guard = null
    route.set(readRoute(location.pathname))
  }
  window.addEventListener('popstate', ({ state }) => {
    const next = placeOf(state)
    if (own === 'undo') {
      own = null
      return
    }
    const delta = next - place
    if (own === null && guard && delta !== 0) {
      own = 'undo'
      history.go(-delta)
      void guard().then(mayLeave => {
        if (!mayLeave) return
        own = 'redo'
        history.go(delta)
      })
      return
    }
    own = null
    place = next
    show()
  })
  window.addEventListener('beforeunload', event => {
    if (guard) event.preventDefault()
  })
  const move = (to: Route) => {
    place += 1
    history.pushState({ place }, '', hrefOf(to))
    show()
  }
  return {
    route,
    go(to) {
      if (hrefOf(to) === location.pathname) return
      if (guard === null) return move(to)
      void guard().then(mayLeave => {
        if (mayLeave) move(to)
      })
    },
    setTitle(title) {
      window.document.title = `${title} · Vitrine console`
    },
    guard(mayLeave) {
      guard = mayLeave
      return () => {
        if (guard === mayLeave) guard = null
      }
    },
  }
}
