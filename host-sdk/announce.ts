import type { EthereumProvider } from './ethereum.ts'
import { ICON } from './icon.ts'
import type { Shell } from './shell.ts'

/** Announces the provider by EIP-6963: now, whenever the frame is back in the page, and whenever an application asks. */
export function announce(provider: EthereumProvider, { signal, mounts }: Pick<Shell, 'signal' | 'mounts'>) {
  const detail = Object.freeze({
    // A new uuid for each page load, as the EIP asks.
    info: Object.freeze({
      uuid: crypto.randomUUID(),
      name: 'Vitrine',
      icon: `data:image/svg+xml,${ICON}`,
      rdns: 'app.vitrine',
    }),
    provider,
  })
  const tell = () => {
    addEventListener('eip6963:requestProvider', tell, { signal })
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  mounts.push(tell)
  tell()
}
