import type { ScreenRequest } from '../../kernel/ports.ts'

export type SolanaTransactionRequest = Extract<ScreenRequest, { kind: 'solana-transaction' }>
