import type { Notices } from '../../kernel/notices.ts'
import type { Holdings } from '../../session/usable-wallets.ts'
import { ethereumWallets } from '../../wallet/choose-wallet.ts'

/** Which accounts the page's dapps see (EIP-2255, `eth_accounts`). */
export interface Access {
  /** All of the user's and the connected ones, the active one first; none once they were given up. */
  accounts(): string[]
  grant(): void
  /** Until they are asked for again, another user comes, or a wallet is made. */
  revoke(): void
}

/** The page is trusted to see the accounts of who is logged in to it: revoking is a convenience of dapps, not a wall. */
export function createAccess(holdings: Holdings, notices: Pick<Notices, 'emit'>): Access {
  const all = () => ethereumWallets(holdings).map(({ address }) => address)
  let revoked: string | null = null
  const isRevoked = () => revoked !== null && revoked === `${all()}`
  const accounts = () => (isRevoked() ? [] : all())
  const change = (next: string | null) => {
    const before = `${accounts()}`
    revoked = next
    const now = accounts()
    if (before !== `${now}`) notices.emit('ethereum', { event: 'accountsChanged', data: now })
  }
  return { accounts, grant: () => change(null), revoke: () => change(`${all()}`) }
}
