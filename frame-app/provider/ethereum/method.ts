import type { HandlerContext } from '../../requests/context.ts'
import type { Access } from './access.ts'

export type EthereumContext = Pick<
  HandlerContext,
  | 'hostOrigin'
  | 'session'
  | 'connected'
  | 'reconnected'
  | 'externalWallets'
  | 'notices'
  | 'screens'
  | 'ask'
  | 'wallets'
  | 'requestLogin'
  | 'ethereum'
>

/** One EIP-1193 request, its parameters plain data. */
export interface EthereumCall {
  readonly method: string
  readonly params: unknown
  /** The address that the provider was made for, in lower case; none for the page's first provider. */
  readonly selected: string | undefined
}

/** A method by its name in EIP-1193 and its kin. */
export type EthereumMethod = (
  context: EthereumContext & { readonly access: Access },
  call: EthereumCall,
) => unknown | Promise<unknown>
