import { createWalletOperations, type WalletOperations } from '../wallet/operations.ts'
import type { WalletsParts } from './wallets.ts'

/** All that makes and uses keys, from the kernel's parts. */
export const startWalletOperations = ({
  server,
  user,
  screens,
  external,
  frame,
  ...parts
}: WalletsParts): WalletOperations => {
  const wallets = createWalletOperations({
    ...parts,
    appId: server.appId,
    http: server.http,
    now: server.now,
    signer: server.signer,
    session: user.session,
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
    config: () => server.config.current.get().embeddedWallets,
  })
  return wallets
}
