import { ethereumWallets, isSameAddress } from '../choose-wallet.ts'
import { invalidParams } from '../provider-error.ts'
import { readList, readRecord } from './fields.ts'
import type { EthereumCall, EthereumMethod } from './method.ts'

/** The accounts that a provider shows: the address that it was made for, else all, by wallet index. */
export const ethAccounts: EthereumMethod = ({ access }, { selected }) => shown(access.accounts(), selected)

export const ethRequestAccounts: EthereumMethod = async (context, { selected }) => {
  const { session, requestLogin, wallets, access } = context
  if (session.get().status === 'anonymous') await requestLogin({})
  if (ethereumWallets(session.get()).length === 0) await wallets.createFirst()
  access.grant()
  return shown(access.accounts(), selected)
}

/** EIP-2255. */
export const walletGetPermissions: EthereumMethod = ({ access, hostOrigin }, { selected }) => {
  const accounts = shown(access.accounts(), selected)
  if (accounts.length === 0) return []
  const caveats = [{ type: 'restrictReturnedAccounts', value: accounts }]
  return [{ parentCapability: 'eth_accounts', invoker: hostOrigin, caveats }]
}

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

const shown = (addresses: readonly string[], selected: string | undefined): string[] =>
  addresses.filter(address => selected === undefined || isSameAddress(address, selected))
