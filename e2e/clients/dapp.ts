/** What a dapp does with a wallet, whichever library it uses. Runs in the page. */
export interface Dapp {
  /** Finds the wallet by EIP-6963 and asks for its accounts. @returns the first */
  connect(): Promise<string>
  chainId(): Promise<number>
  switchChain(chainId: number): Promise<void>
  /** Wei, read through the wallet. */
  balance(address: string): Promise<string>
  /** @returns whether another library than the one that asked finds the signature good */
  signMessage(message: string): Promise<boolean>
  signTypedData(typedData: TypedDataExample): Promise<boolean>
  /** Sends, and waits for the receipt through the wallet. */
  send(transaction: { readonly to: string; readonly value: string }): Promise<Receipt>
  /** Sends without asking what gas it takes. @returns the library's own name for why nothing was sent */
  whyNotSent(transaction: { readonly to: string; readonly value: string }): Promise<Why>
  /** After a reload: as the library itself comes back, without asking anybody. */
  reconnect(): Promise<void>
  /** The first account as the library sees it now; `null` for none. */
  account(): Promise<string | null>
  disconnect(): Promise<void>
}

export type Why = 'insufficient funds' | 'rejected' | 'another cause'

export interface Receipt {
  readonly hash: string
  readonly succeeded: boolean
}

export interface TypedDataExample {
  readonly domain: { readonly name: string; readonly chainId: number; readonly verifyingContract: string }
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}

/** The wallet's name in EIP-6963. */
export const RDNS = 'app.vitrine'

/** Offers the dapp to the test. */
export function offer(dapp: Dapp): void {
  ;(window as Window & { dapp?: Dapp }).dapp = dapp
}
