import type { User } from '@vitrine/shared/api/client-user.ts'
import type { FrameArgument, FrameResult } from '@vitrine/shared/bridge/methods.ts'
import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import type { Wallet } from '@vitrine/shared/wallet/wallet.ts'

/**
 * What the kernel offers the screens. Screens import these types and get the one value by React context; they never reach
 * into the kernel's modules, and the kernel never imports a screen but through `ui/mount.tsx` on demand.
 */

/** A value with subscribers; fits `useSyncExternalStore`. */
export interface ReadableStore<T> {
  get(): T
  subscribe(listener: () => void): () => void
}

export type SessionSnapshot =
  | { readonly status: 'anonymous' }
  | { readonly status: 'authenticated'; readonly user: User; readonly wallets: readonly Wallet[] }

/** The effective appearance: host option, else server value, else default. */
export interface Appearance {
  /** `dark`, `light`, or a custom background colour `#rrggbb`. */
  readonly theme: string
  readonly accentColor: string | null
  readonly logo: string | null
  readonly landingHeader: string
  /** At most 100 characters. */
  readonly loginMessage: string | null
  readonly termsUrl: string | null
  readonly privacyUrl: string | null
}

/** A person's attention, asked for by a call of the page. Shown one after another, in the order they came. */
export type ScreenRequest =
  | { readonly id: string; readonly kind: 'login'; readonly options: NonNullable<FrameArgument<'login'>> }
  | { readonly id: string; readonly kind: 'account' }
  | {
      readonly id: string
      readonly kind: 'sign-message'
      readonly wallet: Wallet
      readonly message: string
      readonly encoding: 'utf-8' | 'hex'
      readonly uiOptions: NonNullable<FrameArgument<'signMessage'>['uiOptions']>
    }

export type ScreenResult<K extends ScreenRequest['kind']> = {
  login: FrameResult<'login'>
  account: undefined
  'sign-message': { readonly signature: string }
}[K]

export interface Screens {
  /** The request on show, or `null` when the dialog is closed. */
  readonly current: ReadableStore<ScreenRequest | null>
  resolve<K extends ScreenRequest['kind']>(
    request: Extract<ScreenRequest, { kind: K }>,
    result: ScreenResult<K>,
  ): void
  /** The person left: login → `exited_auth_flow`, signing → `user_rejected` (EIP-1193 4001), account → resolves. */
  dismiss(request: ScreenRequest): void
  reject(request: ScreenRequest, code: ErrorCode, message: string): void
  /** Tells the shell the dialog's accessible name, which is the title of the screen on show. */
  setTitle(title: string): void
}

/** Every function rejects with `VitrineError`; an aborted signal rejects with the signal's reason. */
export interface Operations {
  readonly email: {
    /** POST /passwordless/init. */
    sendCode(email: string, signal: AbortSignal): Promise<void>
    /** POST /passwordless/authenticate; on success the session is stored and `session` has changed. */
    authenticate(
      credentials: {
        readonly email: string
        readonly code: string
        readonly mode: 'login-or-sign-up' | 'no-signup'
      },
      signal: AbortSignal,
    ): Promise<FrameResult<'login'>>
  }
  /** Creates the wallets that the config creates on login; idempotent; resolves at once when there is nothing to make. */
  createWalletsOnLogin(signal: AbortSignal): Promise<void>
  /** Signs through the server's signer with the device's authorization signature. */
  signMessage(
    request: Extract<ScreenRequest, { kind: 'sign-message' }>,
    signal: AbortSignal,
  ): Promise<{ readonly signature: string }>
  logout(scope: 'device' | 'all-devices'): Promise<void>
}

export interface Kernel {
  readonly app: AppConfig
  /** The pinned origin: the only name of the site that a screen may show. */
  readonly hostOrigin: string
  readonly appearance: ReadableStore<Appearance>
  readonly session: ReadableStore<SessionSnapshot>
  readonly screens: Screens
  readonly operations: Operations
}
