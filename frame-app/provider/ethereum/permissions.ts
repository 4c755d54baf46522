import { readParams, readRecord } from '../../requests/input/fields.ts'
import { invalidParams, unauthorized } from '../../requests/input/provider-error.ts'
import { asRejection } from '../../requests/kind/as-rejection.ts'
import { ethereumWallets } from '../../wallet/choose-wallet.ts'
import { shown, walletGetPermissions } from './accounts.ts'
import type { EthereumCall, EthereumMethod } from './method.ts'

export const ethRequestAccounts: EthereumMethod = async (context, { selected }) => {
  const { session, requestLogin, wallets, access } = context
  await asRejection(async () => {
    if (session.get().status === 'anonymous') await requestLogin({})
    if (ethereumWallets(session.get()).length === 0) await wallets.createFirst()
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

export const walletRevokePermissions: EthereumMethod = ({ access }, call) => {
  needsAccounts(call)
  access.revoke()
  return null
}

/** `[{eth_accounts: {}}]`. There is no other permission: what is asked for beside it is not given, as the answer says. */
function needsAccounts(call: EthereumCall): void {
  const [asked] = readParams(call)
  if (!readRecord(asked, `${call.method}: the first parameter`).has('eth_accounts'))
    throw invalidParams(
      `${call.method}: the first parameter must name eth_accounts, the one permission of this wallet.`,
    )
}
