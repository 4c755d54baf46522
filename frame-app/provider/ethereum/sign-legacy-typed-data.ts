import { type LegacyTypedData, legacyTypedData } from '@vitrine/shared/wallet/legacy-typed-data.ts'
import { legacyTypedDataHash } from '@vitrine/shared/wallet/signing/legacy-typed-data-hash.ts'
import { readAddress, readParams } from '../../requests/input/fields.ts'
import { invalidParams, unsupportedMethod } from '../../requests/input/provider-error.ts'
import { accountOf } from './account-of.ts'
import type { EthereumMethod } from './method.ts'

/** `eth_signTypedData`: `[[{type, name, value}, …], address]`, version 1 of MetaMask's typed data, before EIP-712. */
export const signLegacyTypedData: EthereumMethod = async (context, call) => {
  const [data, address] = readParams(call)
  // Other wallets serve version 4 by this name, with the parameters in the other order. Its data is never guessed to be version 1.
  if (!Array.isArray(data))
    throw invalidParams(
      `${call.method} takes [[{type, name, value}], address]. For EIP-712 use eth_signTypedData_v4.`,
    )
  const wallet = accountOf(context, call, readAddress(address, `${call.method}: the second parameter`))
  if (wallet.custody === 'external')
    throw unsupportedMethod(`${call.method} is not passed on to wallet apps. Use eth_signTypedData_v4.`)
  const { signature } = await context.ask<'sign-typed-data'>({
    kind: 'sign-typed-data',
    wallet,
    typedData: readFields(data),
    uiOptions: {},
  })
  return signature
}

/** @throws VitrineError `invalid_data` (-32602): what could not be signed is refused before anybody sees it */
function readFields(data: readonly unknown[]): LegacyTypedData {
  const fields = data.map(each => {
    const { type, name, value } = Object(each) as Record<string, unknown>
    return { type, name, value }
  })
  const parsed = legacyTypedData.safeParse(fields)
  if (!parsed.success)
    throw invalidParams(
      'The typed data must be a list of 1 to 64 {type, name, value}, type and name being texts.',
    )
  try {
    legacyTypedDataHash(parsed.data)
  } catch (error) {
    throw invalidParams((error as Error).message)
  }
  return parsed.data
}
