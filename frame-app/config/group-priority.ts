import { groupOf, nameOf } from './login-names.ts'

export type LoginGroupPriority = 'web3-first' | 'web2-first'

/**
 * `showWalletLoginFirst` after its rules (specification §5): forced off without a wallet login, forced on when neither
 * email nor SMS nor a social login is on.
 * @param names the methods that are offered
 */
export function groupPriority(names: readonly string[], showWalletLoginFirst: boolean): LoginGroupPriority {
  const groups = names.map(name => groupOf(nameOf(name)))
  if (!groups.includes('wallet')) return 'web2-first'
  return showWalletLoginFirst || !groups.includes('direct') ? 'web3-first' : 'web2-first'
}

/** The two groups in order; within each, the order stays. */
export function byGroup(names: readonly string[], priority: LoginGroupPriority): readonly string[] {
  const isWallet = (name: string) => groupOf(nameOf(name)) === 'wallet'
  const wallets = names.filter(isWallet)
  const others = names.filter(name => !isWallet(name))
  return priority === 'web3-first' ? [...wallets, ...others] : [...others, ...wallets]
}
