import type { HeldWallet } from '../../../session/held-wallet.ts'
import { say } from '../../../words/say.ts'

/** What a person knows a wallet by. */
export function walletName({
  chainType,
  walletIndex: index,
  imported,
}: Pick<HeldWallet, 'chainType' | 'walletIndex' | 'imported'>): string {
  if (index === null) return say(imported ? 'account.importedWallet' : 'account.linkedWallet')
  if (chainType === 'solana')
    return index === 0
      ? say('account.solanaWallet')
      : say('account.solanaWalletNumber', { number: index + 1 })
  return index === 0 ? say('account.wallet') : say('account.walletNumber', { number: index + 1 })
}
