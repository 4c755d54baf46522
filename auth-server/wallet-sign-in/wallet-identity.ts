import type { ProvenIdentity } from '../signer/operations.ts'

export type WalletIdentity = ProvenIdentity & { readonly type: 'wallet' }

/** A wallet's account by its address, however that is written. */
export const ethereumWallet = (address: string): WalletIdentity => ({
  type: 'wallet',
  subject: `ethereum:${address.toLowerCase()}`,
})
export const solanaWallet = (address: string): WalletIdentity => ({
  type: 'wallet',
  subject: `solana:${address}`,
})
