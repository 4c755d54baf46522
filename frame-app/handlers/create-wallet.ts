import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { HandlerContext } from './context.ts'

type Options = Parameters<FrameHandlers['createWallet']>[0]

/** The rules of contract §5 that hold before anything is asked of the server. */
function check(options: Options): void {
  const { chainType = 'ethereum', walletIndex } = options ?? {}
  if (walletIndex !== undefined && (!Number.isInteger(walletIndex) || walletIndex < 0))
    throw clientError('invalid_data', 'walletIndex must be an integer of 0 or more.')
  if (walletIndex !== undefined)
    throw clientError(
      'invalid_data',
      'walletIndex cannot be chosen for wallets whose keys the server holds. Use createAdditional instead.',
    )
  if (chainType === 'solana')
    throw clientError(
      'unsupported_wallet_type',
      'This wallet has no Solana wallets. Use chainType: "ethereum".',
    )
}

export const createWallet =
  ({ wallets, notices }: Pick<HandlerContext, 'wallets' | 'notices'>): FrameHandlers['createWallet'] =>
  options => {
    try {
      check(options)
    } catch (error) {
      const { code, message } = error as ReturnType<typeof clientError>
      notices.emit('error', { code, message, during: 'createWallet' })
      throw error
    }
    return wallets.create(options?.createAdditional ?? false)
  }
