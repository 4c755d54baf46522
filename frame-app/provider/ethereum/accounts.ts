import { isSameAddress } from '../../wallet/choose-wallet.ts'
import type { EthereumMethod } from './method.ts'

/** The accounts that a provider shows: the address that it was made for, else all, by wallet index. */
export const ethAccounts: EthereumMethod = ({ access }, { selected }) => shown(access.accounts(), selected)

/** EIP-2255. */
export const walletGetPermissions: EthereumMethod = ({ access, hostOrigin }, { selected }) => {
  const accounts = shown(access.accounts(), selected)
  if (accounts.length === 0) return []
  const caveats = [{ type: 'restrictReturnedAccounts', value: accounts }]
  return [{ parentCapability: 'eth_accounts', invoker: hostOrigin, caveats }]
}

/** The first of them, as geth has it for a node's own. */
export const ethCoinbase: EthereumMethod = ({ access }, { selected }) =>
  shown(access.accounts(), selected)[0] ?? null

export const shown = (addresses: readonly string[], selected: string | undefined): string[] =>
  addresses.filter(address => selected === undefined || isSameAddress(address, selected))
