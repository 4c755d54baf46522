import { needsScreen } from '../../approval/solana/review/silent-checks.ts'
import type { Silent } from '../kind.ts'
import { sendAll, signAll } from './perform.ts'
import type { SolanaTransactionRequest, SolanaTransactionResult } from './request.ts'

export const silent: Silent<SolanaTransactionRequest, SolanaTransactionResult> = {
  async needsPerson({ calls, hostOrigin, solana }, request, signal) {
    const domain = new URL(hostOrigin).host
    const network = (await solana()).of(request.chain)
    return needsScreen({ calls, domain, network }, request, signal)
  },
  async perform({ wallets, solana }, request, signal) {
    const network = (await solana()).of(request.chain)
    const signed = await signAll(wallets, request, signal)
    if (request.mode === 'send' && network) await sendAll(network, signed, request.options, signal).confirmed
    return { signed }
  },
}
