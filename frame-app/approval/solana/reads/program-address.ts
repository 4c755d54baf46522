import { address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import { METADATA } from '../../../chains/solana/programs.ts'

/**
 * Finds the account in which the metadata program keeps the name of a mint.
 * @param mint base58. @returns base58
 * @throws SolanaError when `mint` is no address
 */
export async function metadataAddress(mint: string): Promise<string> {
  const program = address(METADATA)
  const keys = [program, address(mint)].map(key => getAddressEncoder().encode(key))
  const [found] = await getProgramDerivedAddress({ programAddress: program, seeds: ['metadata', ...keys] })
  return found
}
