import type { HeldWallet } from '../../../session/held-wallet.ts'
import { say } from '../../../words/say.ts'

/** What a person knows a wallet by. */
export function walletName({
  chainType,
  walletIndex: index,
  imported,
  custody,
}: Pick<HeldWallet, 'chainType' | 'walletIndex' | 'imported' | 'custody'>): string {
  if (imported) return say('account.importedWallet')
  if (custody === 'external') return say('account.linkedWallet')
  // One that was made before its person came has no index.
  if (chainType === 'solana')
    return !index ? say('account.solanaWallet') : say('account.solanaWalletNumber', { number: index + 1 })
  return !index ? say('account.wallet') : say('account.walletNumber', { number: index + 1 })
}
