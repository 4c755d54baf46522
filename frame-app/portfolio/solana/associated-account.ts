import { base58Bytes } from '@vitrine/shared/encoding.ts'
import { programAddress } from '../../approval/solana/reads/program-address.ts'
import { ASSOCIATED_TOKEN, TOKEN } from '../../chains/solana/programs.ts'

/** Where a wallet has a token of SPL Token by its own choice, base58; `null`: nowhere. */
export function associatedAccount(wallet: string, mint: string): string | null {
  const seeds = [wallet, TOKEN, mint].map(address => base58Bytes(address) ?? new Uint8Array())
  return programAddress(seeds, ASSOCIATED_TOKEN)
}
