import { BUDGETS, type Budget, measureSizes } from '../scripts/sizes/sizes.ts'
import { bytes, type Row } from './row.ts'

const NAMES: Record<Budget, string> = {
  host: 'host script, gzip',
  ready: 'all script in the page by ready, gzip',
  later: 'deferred script of the page, gzip',
  wallets: 'script that asks the wallets in the page, gzip',
  kernel: 'kernel before the first login, gzip',
  login: 'kernel + login screen + styles, gzip',
  home: 'account, over login and approvals, gzip',
  walletConnect: 'WalletConnect’s client, over a list of wallets, gzip',
  console: 'operator’s console, gzip',
}

/** Gzipped sizes of the build; the tests hold the same budgets. */
export function benchSizes(): Row[] {
  const sizes = measureSizes()
  return (Object.keys(BUDGETS) as Budget[]).map(name => ({
    what: NAMES[name],
    ours: bytes(sizes[name]),
    budget: { atMost: bytes(BUDGETS[name]) },
  }))
}
