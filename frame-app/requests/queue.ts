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
  /** Calls of the page that are not over, those that are still being read too. */
  countCalls(): number
  /**
   * The page's call gets its result, at once. The screen ends with it, unless it `stays` to show how it went: then it ends
   * when it is dismissed, which changes nothing for the page any more.
   */
  resolve<K extends Kind>(request: RequestOf<K>, result: ScreenResult<K>, stays?: 'stays'): void
  /** The person left; what the page's call comes to is said by the request's kind (`RequestRules.dismissal`). */
  dismiss(request: ScreenRequest): void
  reject(request: ScreenRequest, code: ErrorCode, message: string): void
  /** The page's call gets the error as it is. The screen ends with it, unless it `stays` to say why. */
  fail(request: ScreenRequest, error: VitrineError, stays?: 'stays'): void
  /** Tells the shell the dialog's accessible name, which is the title of the screen on show. */
  setTitle(title: string): void
}

/** What the queue has to know of a kind. */
export type QueuedKind<K extends Kind> = Pick<
  RequestRules<RequestOf<K>, ScreenResult<K>>,
  'dismissal' | 'outlivesSession'
>

/** The turn of a call whose request is still being read: there is nothing to approve yet, and a way out. */
export type Place = Pick<Entry, 'kind'>

export interface ScreenQueue extends Screens {
  /**
   * Shows the screen when its turn comes; settles when there is a result. A second login joins the open one.
   * @param place that the request takes; without a result when the person has left it
   */
  show<K extends Kind>(
    kind: QueuedKind<K>,
    request: Asked<RequestOf<K>>,
    place?: Place,
  ): Promise<ScreenResult<K>>
  /**
   * Reserves the next place for a call, in the order of the calls: nothing behind it is shown before it is read or expected.
   * @param onLeft the user left (`null`), or an error ended it
   */
  reserve(kind: Kind, onLeft: (error: unknown) => void): Place
  /** The call takes long to read: a card stands in its place, and calls of other kinds go first. */
  expect(place: Place): void
  /** The call is over; nothing if its request has taken the place. */
  vacate(place: Place): void
  /** The call's code did not come, and the person reads so. @returns `false` where they cannot */
  tellLost(place: Place, onRetry: () => void): boolean
  /** What stands in the place of screens has come. */
  refresh(): void
  /** Begins the screen anew in its place, since what it stands on has changed; its call waits on. */
  renew(request: ScreenRequest): void
  /** The session is over: what needs one ends. */
  endSessionScreens(): void
  /** The page has forgotten its calls: everything ends. */
  clear(): void
}

export type ToldShell = Omit<Extract<HostNotice, { type: 'shell' }>, 'type' | 'inline'>
type Outcome = { readonly result: unknown } | { readonly error: unknown }

interface Entry {
  readonly kind: Kind
  /** `null`: it is still being read. */
  request: ScreenRequest | null
  /** It takes part in what is shown. A call that is read in a moment shows nothing until then. */
  isDue: boolean
  readonly dismissal: Dismissal<unknown>
  readonly outlivesSession?: boolean | undefined
  /** The first outcome counts. */
  settle(outcome: Outcome): void
}

/** A card with a way out, in the place of a screen. It goes by itself when the screen is drawn. */
export interface Meanwhile {
  show(kind: Kind, request: ScreenRequest | null, onClose: () => void): void
  fail(onRetry: () => void): void
  hide(): void
}

export interface ScreenQueueOptions {
  /** Accessible name of the dialog until the screen names itself. */
  title(kind: Kind): string
  /** Whether a request of this kind shows at once. */
  isHere(kind: Kind): boolean
  /** Brings the screen's code. */
  load(kind: Kind): Promise<void>
  /** What stands in the dialog until then: no one faces an empty one without a way out. */
  meanwhile(): Meanwhile | undefined
  /** @param kind of the request that it is open for */
  notifyShell(open: boolean, title: string, kind: Kind | undefined): void
  /** What a login has come to when the person leaves it: a session that exists by then is not an aborted login. */
  loginOutcome(): ScreenResult<'login'> | null
}

/** Requests for a person's attention, shown one after another in the order in which they came. */
export function createQueue(options: ScreenQueueOptions): ScreenQueue {
  const current = createStore<ScreenRequest | null>(null)
  const isAwaited = createStore(false)
  const queue: Entry[] = []
  let loginOnTheWay: Promise<ScreenResult<'login'>> | undefined
  /** What the screen's code is on its way for. */
  let opening: Entry | undefined
  /** Whom the card in the place of a screen stands for. */
  let awaited: { entry: Entry } | undefined
  let shownTitle: string | null = null

  const tell = (open: boolean, title: string) => {
    shownTitle = open ? title : null
    options.notifyShell(open, title, turn()?.kind)
  }

  /** Of what is asked for twice the first comes first, however long it takes to read: it may be what the second one needs. */
  const isBehind = ({ kind }: Entry, place: number) =>
    kind !== 'login' &&
    queue.slice(0, place).some(it => it.request === null && (it.kind === kind || !it.isDue))

  /** What is on show stays; what is still being read lets others go first. */
  const turn = () =>
    queue.find(({ request }) => request !== null && request === current.get()) ??
    queue.find((entry, place) => entry.request !== null && !isBehind(entry, place)) ??
    queue.find(({ request, isDue }) => request === null && isDue)

  const advance = () => {
    isAwaited.set(queue.filter(({ isDue }) => isDue).length > 1)
    const next = turn()
    if (next === undefined) {
      awaited = undefined
      options.meanwhile()?.hide()
      current.set(null)
      if (shownTitle !== null) tell(false, '')
      return
    }
    const { kind, request } = next
    if (request !== null && request === current.get()) return
    if (request === null || !options.isHere(kind)) wait(next)
    if (request !== null && opening !== next) open(next)
  }

  const wait = (entry: Entry) => {
    const meanwhile = options.meanwhile()
    if (awaited?.entry === entry || !meanwhile) return
    const seat = { entry }
    awaited = seat
    // The shell first: an element of a frame that is not displayed cannot take focus.
    tell(true, options.title(entry.kind))
    meanwhile.show(entry.kind, entry.request, () => end(it => it === seat.entry, dismissed))
    current.set(null)
  }

  /** @returns whether a person reads that its code did not come */
  const tellLost: ScreenQueue['tellLost'] = (entry, onRetry) => {
    if (awaited?.entry !== entry) return false
    options.meanwhile()?.fail(onRetry)
    return true
  }

  const open = (entry: Entry) => {
    opening = entry
    const { kind } = entry
    options.load(kind).then(
      () => {
        if (opening === entry) opening = undefined
        if (turn() !== entry) return advance()
        if (awaited?.entry !== entry) tell(true, options.title(kind))
        awaited = undefined
        current.set(entry.request)
      },
      cause => {
        if (opening === entry) opening = undefined
        if (turn() !== entry) return advance()
        // Tried again by the person, or by the next request.
        if (tellLost(entry, advance)) return
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
    end(entry => entry.request?.id === request.id, outcome)
  const settleOne = (request: ScreenRequest, outcome: Outcome, stays?: 'stays') => {
    if (stays) queue.find(entry => entry.request?.id === request.id)?.settle(outcome)
    else endOne(request, () => outcome)
  }

  const enqueue = <K extends Kind>(kind: QueuedKind<K>, request: Asked<RequestOf<K>>, place?: Place) =>
    new Promise<ScreenResult<K>>((resolve, reject) => {
      const at = queue.indexOf(place as Entry)
      // Whoever has left is not asked after all.
      if (place && at < 0) return
      const entry: Entry = {
        kind: (request as unknown as ScreenRequest).kind,
        request: { ...request, id: crypto.randomUUID() } as unknown as RequestOf<K>,
        isDue: true,
        dismissal: kind.dismissal,
        outlivesSession: kind.outlivesSession,
        settle: outcome =>
          'error' in outcome ? reject(outcome.error) : resolve(outcome.result as ScreenResult<K>),
      }
      if (!place) queue.push(entry)
      else {
        if (awaited?.entry === place) awaited.entry = entry
        queue[at] = entry
      }
      advance()
    })

  const dismissed = ({ request, dismissal }: Entry): Outcome => {
    const result = request?.kind === 'login' ? options.loginOutcome() : null
    if (result) return { result }
    return dismissal.type === 'error' ? { error: dismissal.error() } : { result: dismissal.result }
  }

  return {
    current,
    isAwaited,
    countCalls: () => queue.length,
    show<K extends Kind>(kind: QueuedKind<K>, request: Asked<RequestOf<K>>, place?: Place) {
      if (request.kind !== 'login') return enqueue(kind, request, place)
      loginOnTheWay ??= (enqueue(kind, request) as Promise<ScreenResult<'login'>>).finally(() => {
        loginOnTheWay = undefined
      })
      return loginOnTheWay as Promise<ScreenResult<K>>
    },
    resolve: (request, result, stays) => settleOne(request as ScreenRequest, { result }, stays),
    dismiss: request => endOne(request, dismissed),
    reject: (request, code, message) => endOne(request, () => ({ error: clientError(code, message) })),
    fail: (request, error, stays) => settleOne(request, { error }, stays),
    setTitle(title) {
      if (shownTitle !== null && shownTitle !== title) tell(true, title)
    },
    reserve(kind, onLeft) {
      const entry: Entry = {
        kind,
        request: null,
        isDue: false,
        dismissal: { type: 'result', result: null },
        settle: outcome => onLeft('error' in outcome ? outcome.error : null),
      }
      queue.push(entry)
      return entry
    },
    expect(place) {
      const entry = queue.find(it => it === place)
      if (!entry) return
      entry.isDue = true
      // While it is read. What does not come is asked for again with the request.
      if (!options.isHere(entry.kind)) options.load(entry.kind).catch(() => {})
      advance()
    },
    vacate(place) {
      const at = queue.indexOf(place as Entry)
      if (at < 0) return
      queue.splice(at, 1)
      advance()
    },
    tellLost,
    refresh: advance,
    renew(request) {
      const entry = queue.find(it => it.request?.id === request.id)
      if (!entry?.request || entry.request !== current.get()) return
      entry.request = { ...entry.request, id: crypto.randomUUID() }
      current.set(entry.request)
    },
    endSessionScreens: () =>
      end(
        // A call that has just come says by itself what it needs.
        entry => entry.isDue && !entry.outlivesSession,
        () => ({ error: clientError('must_be_authenticated', MUST_BE_AUTHENTICATED) }),
      ),
    clear: () =>
      end(
        () => true,
        () => ({ error: clientError('connection_lost', 'The page has started anew.') }),
      ),
  }
}
