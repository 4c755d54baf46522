import type { Receipt, TypedDataExample, Why } from './dapp.ts'

/** What a dapp does by a library from before EIP-6963, as the file that it publishes for pages. Runs in the page. */
export interface OlderDapp {
  /** @returns the first account */
  connect(): Promise<string>
  /** @returns whether another library finds the signature good */
  signMessage(message: string): Promise<boolean>
  signTypedData(typedData: TypedDataExample): Promise<boolean>
  /** Sends, and waits for the receipt through the wallet. */
  send(transaction: { readonly to: string; readonly value: string }): Promise<Receipt>
  /** Sends without asking what gas it takes. @returns the library's own name for why nothing was sent */
  whyNotSent(transaction: { readonly to: string; readonly value: string }): Promise<Why>
  /** @returns the number of the first block after this one, as the library tells it */
  blockAfter(number: number): Promise<number>
}

/** Offers the dapp to the test. */
export function offer(dapp: OlderDapp): void {
  ;(window as Window & { dapp?: OlderDapp }).dapp = dapp
}

/** The page's provider, as sites hand it to these libraries. */
export const provider = () => (window as Window & { vitrine?: { ethereum: unknown } }).vitrine?.ethereum
