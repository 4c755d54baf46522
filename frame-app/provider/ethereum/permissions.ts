import { readList, readRecord } from '../../requests/input/fields.ts'
import { invalidParams, unauthorized } from '../../requests/input/provider-error.ts'
import { ethereumWallets } from '../../wallet/choose-wallet.ts'
import { shown, walletGetPermissions } from './accounts.ts'
import type { EthereumCall, EthereumMethod } from './method.ts'

export const ethRequestAccounts: EthereumMethod = async (context, { selected }) => {
  const { session, requestLogin, wallets, access } = context
  if (session.get().status === 'anonymous') await requestLogin({})
  if (ethereumWallets(session.get()).length === 0) await wallets.createFirst()
  access.grant()
  const accounts = shown(access.accounts(), selected)
  if (accounts.length === 0) throw unauthorized('The user has no wallet with the address of this provider.')
  return accounts
}

/** EIP-2255. */
export const walletRequestPermissions: EthereumMethod = async (context, call) => {
  onlyAccounts(call)
  await ethRequestAccounts(context, call)
  return walletGetPermissions(context, call)
}

export const walletRevokePermissions: EthereumMethod = ({ access }, call) => {
  onlyAccounts(call)
  access.revoke()
  return null
}

/** `[{eth_accounts: {}}]`: there is no other permission. */
function onlyAccounts({ method, params }: EthereumCall): void {
  const [asked] = readList(params, `${method}: params`, 1)
  const names = [...readRecord(asked, `${method}: the first parameter`).keys()]
  const foreign = names.find(name => name !== 'eth_accounts')
  if (foreign !== undefined || names.length === 0)
    throw invalidParams(`${method}: this wallet has one permission, eth_accounts.`)
}
