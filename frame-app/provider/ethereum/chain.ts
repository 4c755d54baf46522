import { readCount, readParams, readRecord } from '../../requests/input/fields.ts'
import { invalidParams } from '../../requests/input/provider-error.ts'
import type { EthereumMethod } from './method.ts'

/** EIP-3326. Without a screen: it changes what the provider's dapps ask for, and every approval names its chain. */
export const walletSwitchEthereumChain: EthereumMethod = async ({ ethereum }, call) => {
  const [asked] = readParams(call)
  const fields = readRecord(asked, `${call.method}: the first parameter`)
  const networks = await ethereum()
  networks.switchTo(readChainId(fields.get('chainId'), 'chainId'), call.selected)
  return null
}

/** EIP-155 in JSON-RPC's form. */
export function readChainId(value: unknown, name: string): number {
  const chainId = readCount(value, name)
  if (chainId === 0) throw invalidParams(`${name} must be a chain's number.`)
  return chainId
}
