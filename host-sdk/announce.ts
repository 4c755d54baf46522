import type { EthereumProvider } from './ethereum.ts'

const ICON =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0zM2 2l2 4 2-4H5L4 4 3 2z"/></svg>'

/** Announces the provider by EIP-6963, now and whenever an application asks. Returns what ends it. */
export function announce(provider: EthereumProvider): () => void {
  const detail = Object.freeze({
    // A new uuid for each page load, as the EIP asks.
    info: Object.freeze({ uuid: crypto.randomUUID(), name: 'Vitrine', icon: ICON, rdns: 'app.vitrine' }),
    provider,
  })
  const tell = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', tell)
  tell()
  return () => removeEventListener('eip6963:requestProvider', tell)
}
