import type { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { lazily } from '../core/lazy.ts'
import { createLogins, type Logins } from '../requests/login/request-login.ts'
import type { WalletOperations } from '../wallet/operations.ts'
import type { Notices } from './notices.ts'
import type { KernelScreens } from './screens.ts'
import type { Server } from './server.ts'
import type { KernelSession } from './session.ts'

export interface LoginsParts {
  readonly server: Server
  readonly user: KernelSession
  readonly screens: KernelScreens
  readonly wallets: WalletOperations
  readonly notices: Notices
  /** The token of the site's own login, asked of the page. */
  askSite(): Promise<string | null | undefined>
}

export interface KernelLogins extends Pick<Logins, 'request'> {
  /** The page's auth state may have changed: the session follows it. */
  followSite(): Promise<void>
}

/** Logging in by the dialog and by the page's own login, and what a session that came otherwise does to an open dialog. */
export function createKernelLogins(parts: LoginsParts): KernelLogins {
  const {
    server: { config },
    user: { session, complete, outcome, beganHere, onBegin },
    screens: { queue, show },
    wallets,
    notices,
  } = parts
  const logins = createLogins({
    app: config.app,
    config,
    show,
    notices,
    present: session.current,
    complete,
    outcome,
  })
  let isRenewing = false
  /**
   * For a session that came without the login that is open here: that login ends with it, or asks for what the person has
   * still to give: their consent to the terms, a recovery for the wallet.
   */
  const endLogin = () => {
    const open = queue.current.get()
    if (open?.kind !== 'login') return
    if (complete.get().status === 'anonymous') return queue.renew(open)
    const end = () => queue.dismiss(open)
    wallets.createOnLogin().then(end, ({ code }: VitrineError) => {
      // A wallet that fails is told by its own event; the person is logged in.
      if (code !== 'embedded_wallet_password_unconfirmed') return end()
      isRenewing = true
      queue.renew(open)
      isRenewing = false
    })
  }
  queue.current.subscribe(() => {
    // It came while the screens were loading.
    if (!isRenewing && complete.get().status === 'authenticated') endLogin()
  })
  onBegin(isElsewhere => {
    // By another tab: a login of this one goes on by itself.
    if (!beganHere()) endLogin()
    // It says there what did not go well, and nobody here waits for it.
    if (isElsewhere) import('./ask-recovery.ts').then(it => it.askRecovery(parts)).catch(() => {})
  })
  session.current.subscribe(() => {
    // What the open login had come to is gone.
    const open = queue.current.get()
    if (open?.kind === 'login' && session.current.get().status === 'anonymous') queue.dismiss(open)
  })
  const loadFollowers = lazily(async () => {
    const { followSite } = await import('./follow-site.ts')
    return followSite({ ...parts, logins, endLogin })
  })
  return {
    request: logins.request,
    async followSite() {
      for (const follow of await loadFollowers()) follow()
    },
  }
}
