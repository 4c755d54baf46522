import { loginName, readWay, type Way, wayName } from '@vitrine/shared/login/registry.ts'
import { createStore, type ReadableStore } from '../core/store.ts'
import type { LoginContext, OpenLogin } from '../login-method/login-method.ts'
import { isUsable } from '../login-method/usable.ts'
import { bringViews, viewsAtHand } from './landing-registry.ts'

/** One way to log in while the landing is open. */
export interface LandingWay extends OpenLogin {
  readonly way: Way
}
/** Its code is on its way: the landing keeps its row free, so that nothing moves when it comes. */
export interface PendingWay {
  readonly way: Way
}
export const isOpen = (it: LandingWay | PendingWay): it is LandingWay => 'Row' in it

export interface Ways {
  /** Above all others: who comes back goes on with one press. One at most. */
  readonly greeting: readonly (LandingWay | PendingWay)[]
  readonly primary: readonly (LandingWay | PendingWay)[]
  /** Behind "More options". */
  readonly overflow: readonly (LandingWay | PendingWay)[]
  /** The code of those that are pending did not come. */
  readonly hasFailed: boolean
}

export interface OpenWays {
  readonly ways: ReadableStore<Ways>
  /** Brings the code of those that are pending. */
  bring(): void
  close(): void
}

/** Opens the ways whose code is here, and the others as soon as theirs is; each once. */
export function openWays({ kernel, request, ...context }: Omit<LoginContext, 'way'>): OpenWays {
  const asked = request.options.loginMethods
  const { login } = kernel.config.get()
  const openOne = (it: LandingWay | PendingWay) => {
    const view = isOpen(it) ? undefined : viewsAtHand()[it.way.method]
    return view ? { way: it.way, ...view.open({ ...context, kernel, request, way: it.way }) } : it
  }
  const wanted = (ways: readonly Way[]) =>
    ways
      .filter(way => isUsable(way, kernel) && (asked?.includes(wayName(way)) ?? true))
      .map(way => openOne({ way }))
  const primary = wanted(login.primary)
  const overflow = wanted(login.overflow)
  const [name = '', known = ''] = kernel.greeting.read()?.split('\n') ?? []
  // By the name that ways share which have one row.
  const greeted = readWay(name)
  const greeting = [...primary, ...overflow].flatMap(({ way }) =>
    greeted && loginName(way) === loginName(greeted) ? [{ way }] : [],
  )
  const ways = createStore<Ways>({ greeting, primary, overflow, hasFailed: false })
  const all = () => [...ways.get().greeting, ...ways.get().primary, ...ways.get().overflow]
  let isClosed = false
  return {
    ways,
    bring() {
      if (all().every(isOpen)) return
      ways.set({ ...ways.get(), hasFailed: false })
      bringViews().then(
        () => {
          if (isClosed) return
          const { greeting, primary, overflow } = ways.get()
          ways.set({
            greeting,
            primary: primary.map(openOne),
            overflow: overflow.map(openOne),
            hasFailed: false,
          })
        },
        () => ways.set({ ...ways.get(), hasFailed: true }),
      )
      if (greeting.length > 0)
        import('./greet.ts')
          .then(({ greet }) => greet({ ...context, kernel, request, known }, ways, () => isClosed))
          // Nobody misses it.
          .catch(() => ways.set({ ...ways.get(), greeting: [] }))
    },
    close() {
      isClosed = true
      for (const it of all()) if (isOpen(it)) it.close()
    },
  }
}
