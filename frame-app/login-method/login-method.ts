import type { User } from '@vitrine/shared/api/client-user.ts'
import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import type { ReturnedLogin } from '@vitrine/shared/bridge/returned-login.ts'
import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import type { Way } from '@vitrine/shared/login/registry.ts'
import type { ComponentType, ReactNode } from 'react'
import type { ReadableStore } from '../core/store.ts'
import type { SmartWallet } from '../requests/link/request.ts'
import type { ScreenRequest } from '../requests/registry.ts'
import type { StepUp } from '../step-up/step-up.ts'
import type { Kernel } from '../ui/kernel-context.ts'
import type { LoadScreen } from '../ui/lazy-screen.tsx'
import type { Failure } from '../words/failure.ts'

export type LoginRequest = Extract<ScreenRequest, { kind: 'login' }>

export interface LoginContext {
  readonly purpose: 'login'
  readonly way: Way
  readonly kernel: Kernel
  readonly request: LoginRequest
  onAuthenticated(result: FrameResult<'login'>): void
}

/** `link`: a further way to log in for who is logged in. `update`: another address in the place of the present one. */
export interface LinkContext {
  readonly purpose: 'link' | 'update'
  readonly way: Way
  readonly kernel: Kernel
  /** Fills the field; the person still presses Continue. */
  readonly prefill: string
  /** Absent: a way to log in is added. */
  readonly smartWallet?: SmartWallet | undefined
  /** What the page came back with, for a method that took all of it away. */
  readonly returned?: ReturnedLogin | undefined
  /** The proof of a way in that the person has already. */
  readonly stepUp: StepUp
  /** Called once; `session` has the user by then. */
  onLinked(user: User): void
  /** Why the server will not have it, however often it is tried; `null` when the person goes on to something else. */
  onRefused(failure: Failure | null): void
}

/** A login by the way that the person last logged in with on this device. */
export interface GreetingContext extends LoginContext {
  /** What the way's account is known by, e.g. an address; nothing where the browser knows it. */
  readonly known: string
  /** Pressed: what goes on beside the landing ends. */
  onChosen(): void
  /** Forgets who it was, and takes the greeting away. */
  onForget(): void
}

/** What a login method adds for who comes back: its row says who it takes them for, and one press goes on. */
export interface Greeting {
  open(context: GreetingContext): OpenLogin
}

export interface OfferCardProps {
  readonly context: LinkContext
  /** Something else waits for the person: the offer makes room, unless they have begun. */
  readonly isAwaited: boolean
  onMakeRoom(): void
  /** "Not now". */
  onDeclined(): void
}

export interface LinkCardProps {
  readonly context: LinkContext
  /** Absent where there is no way back. */
  readonly onBack?: (() => void) | undefined
  onClose(): void
}

export interface RenameCardProps {
  readonly account: User['linkedAccounts'][number]
  onBack(): void
  onClose(): void
  onRenamed(): void
}

/** One login method while the dialog is open. */
export interface OpenLogin {
  /** Whether the method has the card to itself, as while it waits for a code; else it is one row of the landing. */
  readonly hasCard: ReadableStore<boolean>
  /** The first row of the landing takes the focus. */
  readonly Row: ComponentType<{ readonly isFirst: boolean }>
  readonly Card: ComponentType<{ readonly onClose: () => void }>
  /** Ends what goes on beside the landing: the person has chosen another way. Absent: nothing does. */
  rest?(): void
  close(): void
}

/** What goes on when the page is back. */
export type ReturnedTo =
  | { readonly purpose: 'login'; readonly options: LoginRequest['options'] }
  | { readonly purpose: 'link' }

/**
 * What a login method gives the dialog. One that is added does not change the dialog. The view itself comes with the
 * landing, so it holds the row and little else; the card and what it needs load when used (`card-method.tsx`).
 */
export interface LoginMethodView {
  open(context: LoginContext): OpenLogin
  /** Adds the method to who is logged in. Absent for one that only logs in. */
  readonly link?: {
    /** Of the button on the account screen, e.g. "Add a phone number". */
    label(way: Way, app: AppConfig): string
    readonly load: LoadScreen<LinkCardProps>
  }
  /** Offered once to who has logged in by a code and has none. Absent: never. */
  readonly offer?: {
    title(): string
    /** Whether this device can, so that nobody is offered what then fails. */
    isPossible(): Promise<boolean>
    readonly load: LoadScreen<OfferCardProps>
  }
  /** Of an account on the account screen. Absent: a person. */
  readonly accountIcon?: (way: Way) => ReactNode
  /** What a person knows an account by. Absent: by what tells it from others, e.g. its address. */
  readonly accountName?: (account: User['linkedAccounts'][number]) => string
  /** Has a person call an account of it what they like. Absent: its name is its own. */
  readonly loadRename?: LoadScreen<RenameCardProps>
  /**
   * What a page that comes back with this was away for; the method's own rows or cards then find it in the request. `null`:
   * nothing that began in this browser, or it is over. Absent: the method takes no page away.
   */
  returns?(kernel: Pick<Kernel, 'app' | 'keptBy'>, returned: ReturnedLogin): ReturnedTo | null
  /** Brings the card's code ahead of its use; called when the browser is idle. Absent for what is large and rarely used. */
  prefetch?(): Promise<unknown>
}
