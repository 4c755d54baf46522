import { messageBytes } from '@vitrine/shared/wallet/sign-message.ts'
import { recoverMessageAddress } from 'viem/utils'
import { readParams } from '../../requests/input/fields.ts'
import { invalidParams } from '../../requests/input/provider-error.ts'
import type { EthereumMethod } from './method.ts'

/**
 * `personal_ecRecover`: `[data, signature]` to the address whose `personal_sign` it is (EIP-191),
 * in the spelling of `eth_accounts`: applications compare the two letter by letter, and in MetaMask they are alike.
 */
export const personalEcRecover: EthereumMethod = async (_context, call) => {
  const [data, signature] = readParams(call)
  if (typeof data !== 'string' || typeof signature !== 'string' || !/^0x[0-9a-f]{130}$/i.test(signature))
    throw invalidParams('personal_ecRecover takes [data, signature]: a text or bytes, and 65 bytes.')
  try {
    const raw = messageBytes({ message: data, encoding: /^0x/i.test(data) ? 'hex' : 'utf-8' })
    return await recoverMessageAddress({ message: { raw }, signature: signature as `0x${string}` })
  } catch {
    throw invalidParams('personal_ecRecover: the signature is nobody’s, or the data are not whole bytes.')
  }
}
