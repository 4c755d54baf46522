import type { EthereumProvider } from './ethereum.ts'
import { ICON } from './icon.ts'

/** Announces the provider by EIP-6963, now and whenever an application asks. Returns what ends it. */
export function announce(provider: EthereumProvider): () => void {
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
  const tell = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', tell)
  tell()
  return () => removeEventListener('eip6963:requestProvider', tell)
}
