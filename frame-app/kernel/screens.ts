import type { HostNotice } from '@vitrine/shared/bridge/methods.ts'
import { MUST_BE_AUTHENTICATED } from '@vitrine/shared/errors/messages.ts'
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { createStore } from '../core/store.ts'
import type { ScreenRequest, ScreenResult, Screens } from './ports.ts'

type Kind = ScreenRequest['kind']
type RequestOf<K extends Kind> = Extract<ScreenRequest, { kind: K }>
type Shell = Omit<Extract<HostNotice, { type: 'shell' }>, 'type'>

interface Entry {
  request: ScreenRequest
  settle(outcome: Outcome): void
}
type Outcome = { readonly result: unknown } | { readonly error: unknown }

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

export interface ScreenQueue extends Screens {
  /** Shows the screen when its turn comes; settles when the screen ends. A second login joins the open one. */
  show<K extends Kind>(request: Omit<RequestOf<K>, 'id'>): Promise<ScreenResult<K>>
  /** Begins the screen anew in its place, since what it stands on has changed; its call waits on. */
  renew(request: ScreenRequest): void
  /** The session is over: what needs one ends. A login stays; the account ends by itself, when it has said how the logout went. */
  endSessionScreens(): void
  /** The page has forgotten its calls: everything ends. */
  clear(): void
}

export const exitedLogin = () =>
  clientError('exited_auth_flow', 'The login window was closed before the login was complete.')

const exitedLink = () =>
  clientError('exited_link_flow', 'The window was closed before the new login was added.')

const exitedUnlink = () => clientError('exited_link_flow', 'The way to log in was kept.')

const exitedUpdate = () =>
  clientError('exited_update_flow', 'The window was closed before the address or number was changed.')

const exitedSetRecovery = () =>
  clientError('user_exited_set_password_flow', 'The window was closed before a recovery passcode was set.')

export const rejectedByUser = () =>
  new VitrineError({
    type: 'client_error',
    code: 'user_rejected',
    message: 'The request was rejected.',
    data: { eipCode: 4001 },
  })

/** Requests for a person's attention, shown one after another in the order in which they came. */
export function createScreens(options: ScreenQueueOptions): ScreenQueue {
  const current = createStore<ScreenRequest | null>(null)
  const queue: Entry[] = []
  let loginOnTheWay: Promise<ScreenResult<'login'>> | undefined
  let opening = false
  let shownTitle: string | null = null

  const tell = (open: boolean, title: string) => {
    shownTitle = open ? title : null
    options.notifyShell({ open, title, colorScheme: options.colorScheme() })
  }

  const advance = () => {
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
      () => {
        opening = false
        settleWhere(
          () => true,
          () => ({
            error: clientError(
              'service_unavailable',
              'The wallet could not load its screens. Check the connection, reload the page and try again.',
            ),
          }),
        )
      },
    )
  }

  const settleWhere = (matches: (request: ScreenRequest) => boolean, outcome: (entry: Entry) => Outcome) => {
    const leaving = queue.filter(entry => matches(entry.request))
    for (const entry of leaving) queue.splice(queue.indexOf(entry), 1)
    for (const entry of leaving) entry.settle(outcome(entry))
    if (leaving.length > 0) advance()
  }
  const settle = (request: ScreenRequest, outcome: Outcome) =>
    settleWhere(
      ({ id }) => id === request.id,
      () => outcome,
    )

  const enqueue = <K extends Kind>(request: Omit<RequestOf<K>, 'id'>) =>
    new Promise<ScreenResult<K>>((resolve, reject) => {
      queue.push({
        request: { ...request, id: crypto.randomUUID() } as RequestOf<K>,
        settle: outcome =>
          'error' in outcome ? reject(outcome.error) : resolve(outcome.result as ScreenResult<K>),
      })
      advance()
    })

  const dismissal = (request: ScreenRequest): Outcome => {
    if (request.kind === 'account' || request.kind === 'show-calls') return { result: undefined }
    if (request.kind === 'link') return { error: exitedLink() }
    if (request.kind === 'unlink') return { error: exitedUnlink() }
    if (request.kind === 'update') return { error: exitedUpdate() }
    if (request.kind === 'set-recovery') return { error: exitedSetRecovery() }
    if (request.kind !== 'login') return { error: rejectedByUser() }
    const result = options.loginOutcome()
    return result ? { result } : { error: exitedLogin() }
  }

  return {
    current,
    show<K extends Kind>(request: Omit<RequestOf<K>, 'id'>) {
      if (request.kind !== 'login') return enqueue<K>(request)
      loginOnTheWay ??= enqueue<'login'>(request as Omit<RequestOf<'login'>, 'id'>).finally(() => {
        loginOnTheWay = undefined
      })
      return loginOnTheWay as Promise<ScreenResult<K>>
    },
    resolve: (request, result) => settle(request, { result }),
    dismiss: request => settle(request, dismissal(request)),
    reject: (request, code, message) => settle(request, { error: clientError(code, message) }),
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
      settleWhere(
        ({ kind }) => kind !== 'login' && kind !== 'account',
        () => ({ error: clientError('must_be_authenticated', MUST_BE_AUTHENTICATED) }),
      ),
    clear: () =>
      settleWhere(
        () => true,
        () => ({ error: clientError('connection_lost', 'The page has started anew.') }),
      ),
  }
}
