import type { Wallet } from '@wallet-standard/base'
import type { Shell } from './shell.ts'

interface Registry {
  register(...wallets: readonly Wallet[]): () => void
}

/**
 * Makes a wallet known to the page's applications by the Wallet Standard's two events: to those that run already, and to
 * those that start later. Returns what takes it back.
 *
 * @param mounts runs what is in it when the page may have taken all listeners away. A registry that has the wallet keeps it.
 */
export function register(wallet: Wallet, mounts?: Shell['mounts']): () => void {
  const taken: (() => void)[] = []
  const hand = (registry: Registry) => {
    try {
      taken.push(registry.register(wallet))
    } catch (error) {
      reportError(error)
    }
  }
  const onAppReady = (event: Event) => hand((event as CustomEvent<Registry>).detail)
  const announce = () => {
    addEventListener('wallet-standard:app-ready', onAppReady)
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: hand }))
  }
  mounts?.push(announce)
  announce()
  return () => {
    removeEventListener('wallet-standard:app-ready', onAppReady)
    for (const takeBack of taken) takeBack()
  }
}
