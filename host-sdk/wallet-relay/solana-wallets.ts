import { getWallets } from '@wallet-standard/app'
import { describe, type FoundWallet, line } from './descriptor.ts'
import { read, readList, textOf } from './foreign.ts'
import { SOLANA_METHODS } from './solana-verbs.ts'

/** Our own wallet's name (`solana.ts`), also of another instance's. */
const OWN = 'Vitrine'
const LIMIT = 24

/**
 * The Wallet Standard's wallets of the page that have Solana.
 *
 * @param onChange there is another one, or one less
 */
export function findSolanaWallets(onChange: () => void) {
  const known = new WeakMap<object, FoundWallet>()
  const registry = getWallets()

  const readWallet = (wallet: unknown): FoundWallet | null => {
    if (typeof wallet !== 'object' || wallet === null) return null
    if (!readList(read(wallet, 'chains'), LIMIT).some(it => textOf(it, 64)?.startsWith('solana:')))
      return null
    const features = read(wallet, 'features')
    if (!read(features, 'standard:connect')) return null
    const name = read(wallet, 'name')
    if (line(name, OWN.length + 1) === OWN) return null
    const verbs = Object.keys(SOLANA_METHODS).filter(feature => read(features, feature))
    const described = describe(
      { name, id: name, icon: read(wallet, 'icon') },
      { chainType: 'solana', source: 'wallet-standard', verbs },
    )
    return { described, wallet }
  }
  const safely = (wallet: unknown): FoundWallet | null => {
    try {
      return readWallet(wallet)
    } catch {
      // Nothing that could be used.
      return null
    }
  }
  const stops = [registry.on('register', onChange), registry.on('unregister', onChange)]

  return {
    get(): FoundWallet[] {
      const wallets: FoundWallet[] = []
      for (const wallet of registry.get()) {
        const found = known.get(wallet) ?? safely(wallet)
        if (!found) continue
        known.set(wallet, found)
        if (wallets.push(found) >= LIMIT) break
      }
      return wallets
    },
    stop() {
      for (const stop of stops) stop()
    },
  }
}
