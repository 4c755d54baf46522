import { address } from '@solana/kit'
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'

/**
 * Finds the account in which a wallet keeps a token by default (SPL Associated Token Account).
 * @param wallet base58. @param mint base58. @param program base58, whose the mint is. @returns base58
 * @throws SolanaError when one of them is no address
 */
export async function associatedAccount(
  wallet: string,
  mint: string,
  program: string = TOKEN_PROGRAM_ADDRESS,
): Promise<string> {
  const seeds = { owner: address(wallet), mint: address(mint), tokenProgram: address(program) }
  const [found] = await findAssociatedTokenPda(seeds)
  return found
}
