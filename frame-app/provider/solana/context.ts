import type { HandlerContext } from '../../requests/context.ts'

/** What the Solana methods work with. */
export type SolanaContext = Pick<
  HandlerContext,
  | 'hostOrigin'
  | 'session'
  | 'connected'
  | 'reconnected'
  | 'externalWallets'
  | 'ask'
  | 'wallets'
  | 'requestLogin'
  | 'solana'
>
