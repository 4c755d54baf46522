import { readParams, readRecord } from '../../requests/input/fields.ts'
import { invalidParams } from '../../requests/input/provider-error.ts'
import { type HeldWallet, isSameAddress } from '../../session/held-wallet.ts'
import { ethereumWallets } from '../../wallet/choose-wallet.ts'
import type { EthereumCall, EthereumMethod } from './method.ts'

/** The accounts that a provider shows: the address that it was made for, else all, by wallet index. */
export const ethAccounts: EthereumMethod = ({ access }, { selected }) => shown(access.accounts(), selected)

/** EIP-2255. */
export const walletGetPermissions: EthereumMethod = ({ access, hostOrigin }, { selected }) => {
  const accounts = shown(access.accounts(), selected)
  if (accounts.length === 0) return []
  const caveats = [{ type: 'restrictReturnedAccounts', value: accounts }]
  return [{ parentCapability: 'eth_accounts', invoker: hostOrigin, caveats }]
}

/** EIP-2255. What is in another app is let go of there: the site is connected to it no more. */
export const walletRevokePermissions: EthereumMethod = async (context, call) => {
  needsAccounts(call)
  const isShown = ({ address }: HeldWallet) => shown([address], call.selected).length > 0
  const elsewhere = ethereumWallets(context).filter(it => it.custody === 'external' && isShown(it))
  if (elsewhere.length > 0) {
    const wallets = await context.externalWallets()
    // Its app is not waited for: here the wallet is gone at once.
    for (const { address } of elsewhere) void wallets.disconnect(address)
    if (call.selected !== undefined) return null
  }
  context.access.revoke()
  return null
}

/** `[{eth_accounts: {}}]`. There is no other permission: what is asked for beside it is not given, as the answer says. */
export function needsAccounts(call: EthereumCall): void {
  const [asked] = readParams(call)
  if (!readRecord(asked, `${call.method}: the first parameter`).has('eth_accounts'))
    throw invalidParams(
      `${call.method}: the first parameter must name eth_accounts, the one permission of this wallet.`,
    )
}

/** The first of them, as geth has it for a node's own. */
export const ethCoinbase: EthereumMethod = ({ access }, { selected }) =>
  shown(access.accounts(), selected)[0] ?? null

export const shown = (addresses: readonly string[], selected: string | undefined): string[] =>
  addresses.filter(address => selected === undefined || isSameAddress(address, selected))
