import type { HostNotice } from '@vitrine/shared/bridge/methods.ts'
import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { MUST_BE_AUTHENTICATED } from '@vitrine/shared/errors/messages.ts'
import { clientError, type VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { notLoaded } from '../core/lazy.ts'
import { createStore, type ReadableStore } from '../core/store.ts'
import type { Asked, Dismissal, RequestRules } from './kind.ts'
import type { Kind, RequestOf, ScreenRequest, ScreenResult } from './registry.ts'

/** What a screen does with its request. */
export interface Screens {
  /** The request on show, or `null` when the dialog is closed. */
  readonly current: ReadableStore<ScreenRequest | null>
  /** Whether others wait for the one on show to end: what nobody asked for then makes room. */
  readonly isAwaited: ReadableStore<boolean>
  /**
   * The page's call gets its result, at once. The screen ends with it, unless it `stays` to show how it went: then it ends
   * when it is dismissed, which changes nothing for the page any more.
   */
  resolve<K extends Kind>(request: RequestOf<K>, result: ScreenResult<K>, stays?: 'stays'): void
  /** The person left; what the page's call comes to is said by the request's kind (`RequestRules.dismissal`). */
  dismiss(request: ScreenRequest): void
  reject(request: ScreenRequest, code: ErrorCode, message: string): void
  /** The page's call gets the error as it is. */
  fail(request: ScreenRequest, error: VitrineError): void
  /** Tells the shell the dialog's accessible name, which is the title of the screen on show. */
  setTitle(title: string): void
}

/** What the queue has to know of a kind. */
export type QueuedKind<K extends Kind> = Pick<
  RequestRules<RequestOf<K>, ScreenResult<K>>,
  'dismissal' | 'outlivesSession'
>

export interface ScreenQueue extends Screens {
  /** Shows the screen when its turn comes; settles when there is a result. A second login joins the open one. */
  show<K extends Kind>(kind: QueuedKind<K>, request: Asked<RequestOf<K>>): Promise<ScreenResult<K>>
  /** Begins the screen anew in its place, since what it stands on has changed; its call waits on. */
  renew(request: ScreenRequest): void
  /** The session is over: what needs one ends. */
  endSessionScreens(): void
  /** The page has forgotten its calls: everything ends. */
  clear(): void
}

type Shell = Omit<Extract<HostNotice, { type: 'shell' }>, 'type'>
type Outcome = { readonly result: unknown } | { readonly error: unknown }

interface Entry {
  request: ScreenRequest
  readonly dismissal: Dismissal<unknown>
  readonly outlivesSession: boolean
  /** The first outcome counts. */
  settle(outcome: Outcome): void
}

export interface ScreenQueueOptions {
  /** Accessible name of the dialog until the screen names itself. */
  title(kind: Kind): string
  colorScheme(): Shell['colorScheme']
  /** Brings the screens' code; the dialog opens after it, so that no one faces an empty one without a way out. */
  load(): Promise<void>
  notifyShell(shell: Shell): void
  /** What a login has come to when the person leaves it: a session that exists by then is not an aborted login. */
  loginOutcome(): ScreenResult<'login'> | null
}

/** Requests for a person's attention, shown one after another in the order in which they came. */
export function createQueue(options: ScreenQueueOptions): ScreenQueue {
  const current = createStore<ScreenRequest | null>(null)
  const isAwaited = createStore(false)
  const queue: Entry[] = []
  let loginOnTheWay: Promise<ScreenResult<'login'>> | undefined
  let opening = false
  let shownTitle: string | null = null

  const tell = (open: boolean, title: string) => {
    shownTitle = open ? title : null
    options.notifyShell({ open, title, colorScheme: options.colorScheme() })
  }

  const advance = () => {
    isAwaited.set(queue.length > 1)
    const next = queue[0]
    if (next === undefined) {
      current.set(null)
      if (shownTitle !== null) tell(false, '')
      return
    }
    if (next.request === current.get() || opening) return
    opening = true
    options.load().then(
      () => {
        opening = false
        const head = queue[0]
        if (head === undefined || head.request === current.get()) return advance()
        // The shell first: an element of a frame that is not displayed cannot take focus.
        tell(true, options.title(head.request.kind))
        current.set(head.request)
      },
      cause => {
        opening = false
        end(
          () => true,
          () => ({ error: notLoaded(cause) }),
        )
      },
    )
  }

  /** Takes the matching requests from the queue. One that has its outcome keeps it. */
  const end = (matches: (entry: Entry) => boolean, outcome: (entry: Entry) => Outcome) => {
    const leaving = queue.filter(matches)
    for (const entry of leaving) queue.splice(queue.indexOf(entry), 1)
    for (const entry of leaving) entry.settle(outcome(entry))
    if (leaving.length > 0) advance()
  }
  const endOne = (request: ScreenRequest, outcome: (entry: Entry) => Outcome) =>
    end(entry => entry.request.id === request.id, outcome)

  const enqueue = <K extends Kind>(kind: QueuedKind<K>, request: Asked<RequestOf<K>>) =>
    new Promise<ScreenResult<K>>((resolve, reject) => {
      queue.push({
        request: { ...request, id: crypto.randomUUID() } as unknown as RequestOf<K>,
        dismissal: kind.dismissal,
        outlivesSession: kind.outlivesSession === true,
        settle: outcome =>
          'error' in outcome ? reject(outcome.error) : resolve(outcome.result as ScreenResult<K>),
      })
      advance()
    })

  const dismissed = ({ request, dismissal }: Entry): Outcome => {
    const result = request.kind === 'login' ? options.loginOutcome() : null
    if (result) return { result }
    return dismissal.type === 'error' ? { error: dismissal.error() } : { result: dismissal.result }
  }

  return {
    current,
    isAwaited,
    show<K extends Kind>(kind: QueuedKind<K>, request: Asked<RequestOf<K>>) {
      if (request.kind !== 'login') return enqueue(kind, request)
      loginOnTheWay ??= (enqueue(kind, request) as Promise<ScreenResult<'login'>>).finally(() => {
        loginOnTheWay = undefined
      })
      return loginOnTheWay as Promise<ScreenResult<K>>
    },
    resolve(request, result, stays) {
      if (!stays) return endOne(request as ScreenRequest, () => ({ result }))
      queue.find(entry => entry.request.id === request.id)?.settle({ result })
    },
    dismiss: request => endOne(request, dismissed),
    reject: (request, code, message) => endOne(request, () => ({ error: clientError(code, message) })),
    fail: (request, error) => endOne(request, () => ({ error })),
    setTitle(title) {
      if (shownTitle !== null && shownTitle !== title) tell(true, title)
    },
    renew(request) {
      const [entry] = queue
      if (entry?.request.id !== request.id) return
      entry.request = { ...entry.request, id: crypto.randomUUID() }
      current.set(entry.request)
    },
    endSessionScreens: () =>
      end(
        entry => !entry.outlivesSession,
        () => ({ error: clientError('must_be_authenticated', MUST_BE_AUTHENTICATED) }),
      ),
    clear: () =>
      end(
        () => true,
        () => ({ error: clientError('connection_lost', 'The page has started anew.') }),
      ),
  }
}
