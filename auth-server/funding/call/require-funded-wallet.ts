import { readAddress } from '@vitrine/shared/funding/address.ts'
import type { Context } from '../../context.ts'
import { apiError } from '../../errors/api-error.ts'
import type { ActiveSession } from '../../http/session.ts'
import { isUsersWallet } from '../../users/own-wallet.ts'

/**
 * Demands that an address is one of the user's own wallets: a page could else sell its person something for another's.
 * @returns the address, with its checksum on Ethereum
 * @throws `invalid_data` (400) for what is no address of the chain family; `embedded_wallet_not_found` (404)
 */
export async function requireFundedWallet(
  ctx: Context,
  { userId }: ActiveSession,
  written: string,
  chainType: 'ethereum' | 'solana' = written.startsWith('0x') ? 'ethereum' : 'solana',
): Promise<string> {
  const address = readAddress(chainType, written)
  if (address === null)
    throw apiError('invalid_data', 'The wallet’s address is not valid. A character of it may be wrong.')
  if (await isUsersWallet(ctx.db, userId, { chainType, address })) return address
  throw apiError('embedded_wallet_not_found', 'You have no such wallet.')
}
