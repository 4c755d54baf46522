import { unauthorized } from '../../requests/input/provider-error.ts'
import { asRejection } from '../../requests/kind/as-rejection.ts'
import { ethereumWallets } from '../../wallet/choose-wallet.ts'
import { needsAccounts, shown, walletGetPermissions } from './accounts.ts'
import type { EthereumMethod } from './method.ts'

export const ethRequestAccounts: EthereumMethod = async (context, { selected }) => {
  const { session, requestLogin, wallets, access } = context
  const hasNone = () => ethereumWallets(context).length === 0
  await asRejection(async () => {
    // A connected wallet is an account without a login.
    if (hasNone() && session.get().status === 'anonymous') await requestLogin({})
    if (hasNone()) await wallets.createFirst()
  })
  access.grant()
  const accounts = shown(access.accounts(), selected)
  if (accounts.length === 0) throw unauthorized('The user has no wallet with the address of this provider.')
  return accounts
}

/** EIP-2255. */
export const walletRequestPermissions: EthereumMethod = async (context, call) => {
  needsAccounts(call)
  await ethRequestAccounts(context, call)
  return walletGetPermissions(context, call)
}
