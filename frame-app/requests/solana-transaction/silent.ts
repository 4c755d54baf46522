import { needsScreen } from '../../approval/solana/review/silent-checks.ts'
import type { Silent } from '../kind.ts'
import { sendAll, signBatch } from './perform.ts'
import type { SolanaTransactionRequest, SolanaTransactionResult } from './request.ts'

export const silent: Silent<SolanaTransactionRequest, SolanaTransactionResult> = {
  async needsPerson({ calls, hostOrigin, solana }, request, signal) {
    const domain = new URL(hostOrigin).host
    const network = (await solana()).of(request.chain)
    return needsScreen({ calls, domain, network }, request, signal)
  },
  async perform({ wallets, externalWallets, solana, hostOrigin }, request, signal) {
    const network = (await solana()).of(request.chain)
    const { signed, isSent } = await signBatch(wallets, externalWallets, request, signal)
    if (request.mode === 'send' && network && !isSent) {
      const about = { headline: null, amount: null, party: null, askedBy: hostOrigin }
      const sender = { wallet: request.wallet.address, about }
      await sendAll(network, signed, request.options, sender, signal).confirmed
    }
    return { signed }
  },
}
