import type { HandlerContext } from '../../requests/context.ts'

/** What the Solana methods work with. */
export type SolanaContext = Pick<
  HandlerContext,
  | 'app'
  | 'hostOrigin'
  | 'session'
  | 'config'
  | 'screens'
  | 'ask'
  | 'wallets'
  | 'requestLogin'
  | 'ethereum'
  | 'solana'
  | 'calls'
>
