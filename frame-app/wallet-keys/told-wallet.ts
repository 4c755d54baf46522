import type { ToldWallet } from '../secrets/messages.ts'
import type { EmbeddedWallet } from '../session/held-wallet.ts'

/** What the document needs to find the wallet's key: of one that came with another account, its place there. */
export function toldWallet(wallet: EmbeddedWallet): ToldWallet {
  const { chainType, address, walletIndex } = wallet
  const sealedFor = wallet.custody === 'device' ? wallet.sealedFor : undefined
  return { chainType, address, walletIndex: sealedFor ? sealedFor.walletIndex : walletIndex }
}
