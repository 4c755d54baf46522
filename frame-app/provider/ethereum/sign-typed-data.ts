import { readAddress, readParams } from '../../requests/input/fields.ts'
import { invalidParams } from '../../requests/input/provider-error.ts'
import { domainChainId, readTypedData } from '../../requests/input/typed-data.ts'
import { accountOf } from './account-of.ts'
import type { EthereumMethod } from './method.ts'

/** `eth_signTypedData_v4`: `[address, typedData]`, the latter as JSON text or as an object (EIP-712). */
export const signTypedDataV4: EthereumMethod = async (context, call) => {
  const [address, data] = readParams(call)
  if (data === undefined) throw invalidParams(`${call.method} takes [address, typedData].`)
  const wallet = accountOf(context, call, readAddress(address, `${call.method}: the first parameter`))
  const typedData = readTypedData(data)
  const chainId = domainChainId(typedData)
  const current = (await context.ethereum()).currentOf(call.selected)
  // As other wallets do: a permit for another chain than the dapp shows is how people are robbed there.
  if (chainId !== null && chainId !== current)
    throw invalidParams(
      `The typed data is for chain ${chainId}, and the wallet is on chain ${current}. Call wallet_switchEthereumChain first.`,
    )
  const { signature } = await context.ask<'sign-typed-data'>({
    kind: 'sign-typed-data',
    wallet,
    typedData,
    chainId: current,
    uiOptions: {},
  })
  return signature
}
