import { createMfa } from '../mfa/mfa.ts'
import { createWalletOperations, type WalletOperations } from '../wallet/operations.ts'
import type { WalletsParts } from './wallets.ts'

/** All that makes and uses keys, from the kernel's parts. */
export function startWalletOperations({
  server,
  user,
  screens,
  external,
  frame,
  ...parts
}: WalletsParts): WalletOperations {
  const { session } = user
  const { current: shown } = screens.queue
  const config = () => server.config.current.get()
  const person = () => {
    const snapshot = session.current.get()
    return snapshot.status === 'authenticated' ? snapshot.user : null
  }
  const mfa = createMfa({
    carry: user.carryMfa,
    lockVault: () => parts.vault.use(it => it.lock()),
    shown,
    show: () => screens.show<'prompt-mfa'>({ kind: 'prompt-mfa' }),
    methods: () => person()?.mfaMethods ?? [],
    hasFactor: () => !!session.wireUser()?.mfa_methods[0],
    isPageAsking: () => config().mfa.noPromptOnMfaRequired,
    tellPage: mfaMethods => parts.notices.emit('mfaRequired', { mfaMethods }),
    onOtherPerson(listener) {
      let before = person()?.id
      session.current.subscribe(() => {
        const now = person()?.id
        if (before !== undefined && now !== before) listener()
        before = now
      })
    },
  })
  const wallets = createWalletOperations({
    ...parts,
    mfa,
    isLoginShown: () => shown.get()?.kind === 'login',
    appId: server.appId,
    http: server.http,
    now: server.now,
    signer: server.signer,
    session,
    externalWallets: external.externalWallets,
    requests: user.requests,
    refreshUser: user.refreshUser,
    asks: {
      recover: wallet => screens.show<'recover'>({ kind: 'recover', ...(wallet && { wallet }) }),
      setRecovery: purpose => screens.show<'set-recovery'>({ kind: 'set-recovery', purpose }),
      async consent(wallet, signers) {
        const { offerConsent } = await import('../delegation/ask-consent.ts')
        return offerConsent({ screens, session: user.complete, wallets }, wallet, signers)
      },
      startVault: () => screens.show<'start-vault'>({ kind: 'start-vault' }),
    },
    locks: frame.navigator.locks,
    config: () => config().embeddedWallets,
  })
  /** For requests of a page that have no screen. A screen has asked before it came. */
  const released =
    <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      await user.release?.()
      return work(...given)
    }
  return {
    ...wallets,
    ...{ create: released(wallets.create), perform: released(wallets.perform) },
    ...{ signMessage: released(wallets.signMessage), delegates: released(wallets.delegates) },
  }
}
