import { type HashTypedDataParameters, hashTypedData } from 'viem/utils'
import type { TypedData } from '../sign-typed-data.ts'
import { typedDataProblem } from '../typed-data-check.ts'

/** In the order of EIP-712, "Definition of domainSeparator". */
const DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const

/**
 * The hash that `eth_signTypedData_v4` signs (EIP-712): keccak-256 of `0x19 0x01 ‖ domainSeparator ‖ hashStruct(message)`.
 *
 * @returns 32 bytes, 0x-prefixed hex.
 * @throws RangeError when `typedDataProblem` finds one; an error of viem when an address has a wrong checksum (EIP-55).
 */
export function typedDataHash(typedData: TypedData): `0x${string}` {
  const problem = typedDataProblem(typedData)
  if (problem !== null) throw new RangeError(problem)
  const { types, primary_type, domain, message } = typedData
  const definition = {
    // viem's own list leaves a chain id out that is a string.
    types: { EIP712Domain: DOMAIN_FIELDS.filter(({ name }) => domain[name] !== undefined), ...types },
    primaryType: primary_type,
    domain,
    message,
  }
  return hashTypedData(definition as unknown as HashTypedDataParameters)
}
