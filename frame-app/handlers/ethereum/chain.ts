import { toQuantity } from '../../chains/ethereum/unsigned-transaction.ts'
import { invalidParams } from '../provider-error.ts'
import { readCount, readList, readRecord } from './fields.ts'
import type { EthereumMethod } from './method.ts'

export const ethChainId: EthereumMethod = async ({ ethereum }) => toQuantity((await ethereum()).current.get())

export const netVersion: EthereumMethod = async ({ ethereum }) => String((await ethereum()).current.get())

/** EIP-3326. Without a screen: it changes what dapps of this page ask for, and every approval names its chain. */
export const walletSwitchEthereumChain: EthereumMethod = async ({ ethereum }, { method, params }) => {
  const [asked] = readList(params, `${method}: params`, 1)
  const fields = readRecord(asked, `${method}: the first parameter`)
  const networks = await ethereum()
  networks.switchTo(readChainId(fields.get('chainId'), 'chainId'))
  return null
}

/** EIP-155 in JSON-RPC's form. */
export function readChainId(value: unknown, name: string): number {
  const chainId = readCount(value, name)
  if (chainId === 0) throw invalidParams(`${name} must be a chain's number.`)
  return chainId
}
