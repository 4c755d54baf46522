import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { lazily } from '../core/lazy.ts'
import type { HandlerContext, Shows } from '../requests/context.ts'
import type { HeldWallet } from '../session/held-wallet.ts'
import type { WalletOperations } from '../wallet/operations.ts'
import type { Chains } from './chains.ts'
import type { KernelExternal } from './external.ts'
import { createHandlers, type Within } from './handlers.ts'
import type { KernelLogins } from './logins.ts'
import type { Notices } from './notices.ts'
import { withFundingPrompt } from './prompt-funding.ts'
import { publicState } from './public-state.ts'
import type { KernelScreens } from './screens.ts'
import type { Server } from './server.ts'
import type { KernelSession } from './session.ts'
import type { Waiting } from './waiting/waiting.ts'

export interface BridgeParts {
  readonly server: Server
  readonly user: KernelSession
  readonly screens: KernelScreens
  readonly wallets: WalletOperations
  readonly external: KernelExternal
  readonly chains: Chains
  readonly logins: KernelLogins
  readonly notices: Notices
  /** The pinned origin of the page. */
  readonly hostOrigin: string
  readonly restored: Promise<void>
  /** Once the screens are there: what nobody waits for comes after them. */
  readonly screensLoaded: Promise<void>
  /** What shows a call while it is read; `null`: it did not come. */
  readonly waiting: Promise<Waiting | null>
}

/** Tells the page how the session stands, and serves its calls. */
export function createBridge(parts: BridgeParts): FrameHandlers {
  const { server, user, screens, wallets, external, chains, logins, notices, screensLoaded } = parts
  const { config } = server
  const { queue, show } = screens
  const { complete } = user
  const { connected } = external
  const tellState = () =>
    notices.send({ type: 'state', state: publicState({ session: complete, connected }) })
  connected.subscribe(tellState)
  complete.subscribe(() => {
    const snapshot = complete.get()
    tellState()
    if (snapshot.status === 'authenticated') return
    notices.emit('logout', null)
    queue.endSessionScreens()
  })
  const loadWhenOpen = lazily(async () => {
    const { showWhenOpen } = await import('../requests/kind/show-when-open.ts')
    return showWhenOpen({ show }, wallets.openHere)
  })
  const showWhenUsable: Shows['show'] = async (request, place) => {
    await user.release?.(request)
    // A key on the person's devices may not be on this one yet.
    return 'wallet' in request && (request.wallet as HeldWallet).custody === 'device'
      ? (await loadWhenOpen()).show(request, place)
      : show(request, place)
  }
  const loadAsk = lazily(async () => (await import('../requests/decide.ts')).ask)
  const context: HandlerContext = {
    app: config.app,
    hostOrigin: parts.hostOrigin,
    walletOrigin: server.origin,
    session: complete,
    config,
    setLocale: server.setLocale,
    async announceConfig() {
      const effective = config.current.get()
      await screensLoaded
      // Like the announcement itself: nothing depends on it.
      const code = await import('./sdk-initialize.ts').catch(() => null)
      await code?.announceConfig(server, effective)
    },
    screens: { show: showWhenUsable, clear: queue.clear },
    notices,
    wallets,
    createWallet: options => withFundingPrompt(parts, () => wallets.create(options)),
    ...external,
    requestLogin: logins.request,
    followSite: logins.followSite,
    calls: user.calls,
    signer: server.signer,
    logout: user.logout,
    createLoginCode: user.createLoginCode,
    resumeLogin: async returned => (await import('./resume-login.ts')).resumeLogin(parts, returned),
    fetchForPage: user.fetchForPage,
    ...chains,
    // Request and result are of one kind, which the compiler loses on its way through the lazy function.
    ask: async request => (await loadAsk())(context, request as never) as never,
    restored: parts.restored,
  }
  // Before its code is here, a call is read all the same.
  let within: Within = (_method, _argument, run) => run(context)
  void parts.waiting.then(code => {
    if (code) within = code.createReader({ context, queue, loadAsk })
  })
  return createHandlers(context, (...call) => within(...call))
}
