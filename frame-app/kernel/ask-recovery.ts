import type { LoginsParts } from './logins.ts'

/**
 * After a login in another tab: the recovery that the first wallet takes (specification §4), where the person has left that
 * tab without one. It is asked for when this tab is looked at, once, and not where a login is open here, which asks itself.
 */
export async function askRecovery(
  { server: { config }, user: { session, complete }, screens: { queue }, wallets }: LoginsParts,
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'> = document,
): Promise<void> {
  const person = session.wireUser()?.id
  await looked(page)
  const now = complete.get()
  const { mode, requireUserOwnedRecoveryOnCreate: isRequired } = config.current.get().embeddedWallets
  if (mode !== 'legacy-embedded-wallets-only' || !isRequired || now.status === 'anonymous') return
  if (now.user.id !== person || queue.current.get()?.kind === 'login') return
  if (now.wallets.some(wallet => wallet.custody === 'device' && !wallet.sealedFor)) return
  await wallets.createOnLogin(undefined, 'ask')
}

const looked = (page: Parameters<typeof askRecovery>[1] & object): Promise<void> =>
  new Promise(resolve => {
    const look = () => {
      if (page.visibilityState !== 'visible') return
      page.removeEventListener('visibilitychange', look)
      resolve()
    }
    page.addEventListener('visibilitychange', look)
    look()
  })
