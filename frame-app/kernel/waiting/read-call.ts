import { INLINE_PLACE } from '@vitrine/shared/bridge/policies.ts'
import type { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { NOT_LOADED } from '../../core/lazy.ts'
import type { HandlerContext, Shows } from '../../requests/context.ts'
import type { ask } from '../../requests/decide.ts'
import { rejectedByUser } from '../../requests/kind/rejected-by-user.ts'
import type { ScreenQueue } from '../../requests/queue.ts'
import { type Kind, REQUESTS } from '../../requests/registry.ts'
import type { Within } from '../handlers.ts'
import { expectedKind } from './expected-kind.ts'
import type { InlinePlace } from './inline-place.ts'

/** In this time a call is read as a rule, and one that is refused has shown nothing. */
const SOON_MS = 30

export interface ReaderParts {
  readonly context: HandlerContext
  readonly queue: Pick<ScreenQueue, 'reserve' | 'expect' | 'vacate' | 'tellLost'>
  readonly place: Pick<InlinePlace, 'take'>
  loadAsk(): Promise<typeof ask>
}

/** What a call is read and shown with. */
interface Reading {
  readonly show: Shows['show']
  /** @throws VitrineError when the person has left the call */
  requireThere(): void
}

/** Has calls of the page that lead to a screen read in a context of their own, which knows the place that each has. */
export function createReader(parts: ReaderParts): Within {
  const { context, loadAsk } = parts
  const contextOf = ({ show, requireThere }: Reading): HandlerContext => {
    const own: HandlerContext = {
      ...context,
      screens: { ...context.screens, show },
      ask: async request => (await loadAsk())(own, request as never) as never,
      async requestLogin(options) {
        requireThere()
        return context.requestLogin(options)
      },
    }
    return own
  }
  return async (method, argument, run) => {
    const { method: name, params } = Object(argument)
    if (method === 'ethereumRequest' && name === INLINE_PLACE)
      return parts.place.take(Object(params)[0] === true, context.notices) as Promise<never>
    const kind = expectedKind(context, method, argument)
    return kind ? readCall(parts, kind, reading => run(contextOf(reading))) : run(context)
  }
}

/**
 * Has a call read behind a skeleton, if that takes longer than a moment. Leaving it ends the call as leaving its screen would,
 * and nothing of it is shown any more.
 */
function readCall<Result>(
  { queue, context }: ReaderParts,
  kind: Kind,
  run: (reading: Reading) => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let hasLeft = false
    let isShown = false
    const leave = (error: unknown) => {
      hasLeft = true
      if (error !== null) return reject(error)
      const { dismissal } = REQUESTS[kind]
      if (dismissal.type === 'result') resolve(dismissal.result as Result)
      else reject(dismissal.error())
    }
    // At once: calls are shown in the order in which they came, whichever of them is read first.
    const place = queue.reserve(kind, leave)
    const timer = setTimeout(() => queue.expect(place), SOON_MS)
    const end = () => {
      clearTimeout(timer)
      queue.vacate(place)
    }
    const reading: Reading = {
      requireThere() {
        if (hasLeft) throw rejectedByUser()
      },
      show(request, given) {
        if (hasLeft) return Promise.reject(rejectedByUser())
        const own = isShown ? given : place
        isShown = true
        return context.screens.show(request, own)
      },
    }
    const attempt = () => {
      run(reading).then(
        result => {
          end()
          resolve(result)
        },
        (error: VitrineError) => {
          // What did not come can be asked for again; it has done nothing yet.
          const isLost = error.message === NOT_LOADED && !isShown
          if (isLost && queue.tellLost(place, attempt)) return
          end()
          reject(error)
        },
      )
    }
    attempt()
  })
}
