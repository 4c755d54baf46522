import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import { readAddress, readParams } from '../../requests/input/fields.ts'
import { invalidParams, wrongChain } from '../../requests/input/provider-error.ts'
import { domainChainId, readTypedData } from '../../requests/input/typed-data.ts'
import { accountOf } from './account-of.ts'
import type { EthereumCall, EthereumContext, EthereumMethod } from './method.ts'

/** `eth_signTypedData_v4`: `[address, typedData]`, the latter as JSON text or as an object (EIP-712). */
export const signTypedDataV4: EthereumMethod = (context, call) => sign(context, call, readTypedData)

/** `eth_signTypedData_v3`: the form before lists, whose signature is that of version 4 for the same data. */
export const signTypedDataV3: EthereumMethod = (context, call) =>
  sign(context, call, data => {
    const typedData = readTypedData(data)
    if (Object.values(typedData.types).some(fields => fields.some(({ type }) => type.includes('['))))
      throw invalidParams(`${call.method} has no lists. Use eth_signTypedData_v4.`)
    return typedData
  })

async function sign(
  context: EthereumContext,
  call: EthereumCall,
  read: (data: unknown) => TypedData,
): Promise<string> {
  const [address, data] = readParams(call)
  if (data === undefined) throw invalidParams(`${call.method} takes [address, typedData].`)
  const wallet = accountOf(context, call, readAddress(address, `${call.method}: the first parameter`))
  const typedData = read(data)
  const chainId = domainChainId(typedData)
  const current = (await context.ethereum()).currentOf(call.selected)
  // As other wallets do: a permit for another chain than the dapp shows is how people are robbed there.
  if (chainId !== null && chainId !== current) throw wrongChain('The typed data', chainId, current)
  const { signature } = await context.ask<'sign-typed-data'>({
    kind: 'sign-typed-data',
    wallet,
    typedData,
    chainId: current,
    uiOptions: {},
  })
  return signature
}

// In one chunk with the others: each lazy chunk costs the core, which names it, bytes.
export { signLegacyTypedData } from './sign-legacy-typed-data.ts'
