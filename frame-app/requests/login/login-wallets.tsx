import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { fundingOptions } from '@vitrine/shared/funding/options.ts'
import { recoveriesOnCreate } from '@vitrine/shared/wallet/recovery-rules.ts'
import type { ReadableStore } from '../../core/store.ts'
import type { OpenLogin } from '../../login-method/login-method.ts'
import type { RecoverySetter } from '../../recovery/setter.ts'
import { type HeldWallet, isEmbedded } from '../../session/held-wallet.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import { useStore } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import { startCreateFlow } from './create-wallet-flow.ts'
import { CreateWalletScreen } from './create-wallet-screen.tsx'
import { findOffer } from './find-offer.ts'
import { keepGreeting } from './keep-greeting.ts'
import { Made } from './made.tsx'

export type LoginWallets = Pick<OpenLogin, 'hasCard' | 'Card' | 'close'>

/**
 * The wallets that a login creates, up to its tick. The screen before stays while they are quick.
 * @param onMade the wallets are there; the tick is still to be seen
 * @param onEnd the tick has been seen, or the person goes on without the wallet
 */
export function openLoginWallets(
  kernel: Kernel,
  result: FrameResult<'login'>,
  onMade: () => void,
  onEnd: () => void,
): LoginWallets {
  keepGreeting(kernel, result)
  const before = new Set(walletsOf(kernel).map(({ address }) => address))
  const search = new AbortController()
  // Beside the wallets, so that nobody waits for it. What cannot be found is not offered this time.
  const offer = findOffer(kernel, result, search.signal).catch(() => null)
  const flow = startCreateFlow(kernel.operations)
  const hasCard: ReadableStore<boolean> = {
    get() {
      const state = flow.get()
      return state.status === 'creating' ? state.isSlow : state.status !== 'idle'
    },
    subscribe: flow.subscribe,
  }
  flow.send({ type: 'start' })
  const stopWatching = kernel.session.subscribe(() => {
    const session = kernel.session.get()
    const isMade =
      session.status === 'authenticated' && session.wallets.some(({ custody }) => custody === 'device')
    // In another tab: the recovery that was set there covers what is still to be made.
    if (isMade && flow.get().status === 'needs-recovery') flow.send({ type: 'start' })
  })
  const leave = () => {
    // The page is told that there is no wallet; the login goes on without it.
    if (flow.get().status === 'needs-recovery')
      kernel.operations.createWalletsOnLogin(new AbortController().signal, 'declined').catch(() => {})
    onEnd()
  }
  const setter: RecoverySetter = {
    present: null,
    // There is nothing yet that could be taken.
    async prove() {},
    async set(given, signal) {
      flow.send({ type: 'recovery-sent' })
      try {
        await kernel.operations.createWalletsOnLogin(signal, { given })
      } catch (error) {
        flow.send({ type: 'recovery-not-set' })
        throw error
      }
      flow.send({ type: 'recovery-set' })
    },
  }
  const recovery = { options: recoveriesOnCreate(kernel.app.embedded_wallet_config), setter }
  return {
    hasCard,
    Card: () =>
      useStore(flow).status === 'done' ? (
        <Made
          funded={madeWallet(kernel, before)}
          offer={offer}
          onEnd={onEnd}
          onMade={onMade}
          title={say(result.isNewUser ? 'login.successNew' : 'login.success')}
        />
      ) : (
        <CreateWalletScreen flow={flow} onLater={leave} recovery={recovery} />
      ),
    close() {
      stopWatching()
      search.abort()
      flow.stop()
    },
  }
}

const walletsOf = ({ session }: Pick<Kernel, 'session'>): readonly HeldWallet[] => {
  const snapshot = session.get()
  return snapshot.status === 'authenticated' ? snapshot.wallets : []
}

/** The first wallet that this login made, where the app wants its person asked for funds (`prompt_funding_on_wallet_creation`). */
function madeWallet(kernel: Kernel, before: ReadonlySet<string>): HeldWallet | null {
  const { app } = kernel
  const asks = app.funding_config?.prompt_funding_on_wallet_creation && fundingOptions(app).length > 0
  return (asks && walletsOf(kernel).find(it => isEmbedded(it) && !before.has(it.address))) || null
}
