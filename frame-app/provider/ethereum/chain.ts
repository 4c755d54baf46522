import type { EthereumChain } from '../../chains/ethereum/ports.ts'
import { readCount, readParams, readRecord } from '../../requests/input/fields.ts'
import { invalidParams } from '../../requests/input/provider-error.ts'
import { isSameAddress } from '../../session/held-wallet.ts'
import { ethereumWallets } from '../../wallet/choose-wallet.ts'
import type { EthereumCall, EthereumContext, EthereumMethod } from './method.ts'

/** EIP-3326. Without a screen: it changes what the provider's dapps ask for, and every approval names its chain. */
export const walletSwitchEthereumChain: EthereumMethod = async (context, call) => {
  const [asked] = readParams(call)
  const fields = readRecord(asked, `${call.method}: the first parameter`)
  const networks = await context.ethereum()
  const chainId = readChainId(fields.get('chainId'), 'chainId')
  await bringWallet(context, networks.of(chainId).chain, call)
  networks.switchTo(chainId, call.selected)
  return null
}

/**
 * Has the wallet app go along whose account the provider is on. Its own person decides that.
 * @throws VitrineError `connector_error`: their no (4001), or that it stayed where it was (4901)
 */
export async function bringWallet(
  context: Pick<EthereumContext, 'session' | 'connected' | 'externalWallets'>,
  chain: EthereumChain,
  { selected }: Pick<EthereumCall, 'selected'>,
): Promise<void> {
  const wallet = ethereumWallets(context).find(
    ({ address }) => selected === undefined || isSameAddress(address, selected),
  )
  if (wallet?.custody !== 'external') return
  const wallets = await context.externalWallets()
  const line = wallets.connectionOf(wallet.address, 'ethereum')
  if (line) await wallets.bringToChain(line, chain, new AbortController().signal)
}

/** EIP-155 in JSON-RPC's form. */
export function readChainId(value: unknown, name: string): number {
  const chainId = readCount(value, name)
  if (chainId === 0) throw invalidParams(`${name} must be a chain's number.`)
  return chainId
}
