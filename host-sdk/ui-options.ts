/**
 * How a site wishes the screen of a signature to read (contract §12.3). Its words stand beside the wallet's own and never in
 * their place.
 */
export interface SignUiOptions {
  /** Stands among the site's words, up to 80 characters; the heading is the wallet's own. */
  readonly title?: string | undefined
  /** Up to 300 characters. */
  readonly description?: string | undefined
  /** Stands among the site's words, up to 40 characters; the button says what it does. */
  readonly buttonText?: string | undefined
  /** A picture on the page's own origin, or `data:`. */
  readonly iconUrl?: string | undefined
  /** `false` hides Close; Reject always stays. */
  readonly isCancellable?: boolean | undefined
  /** `false` asks for no screen, which the app's operator has to permit. */
  readonly showWalletUIs?: boolean | undefined
}

/** The same for a transaction that is sent (contract §12.3). */
export interface SendUiOptions {
  /** Up to 300 characters. */
  readonly description?: string | undefined
  /** Stands among the site's words, up to 40 characters. */
  readonly buttonText?: string | undefined
  /** What the transaction is about. */
  readonly transactionInfo?: TransactionInfo | undefined
  /** Stands below the wallet's own "Sent", up to 80 characters. */
  readonly successHeader?: string | undefined
  /** Up to 300 characters. */
  readonly successDescription?: string | undefined
  /** `false` hides Close; Reject always stays. */
  readonly isCancellable?: boolean | undefined
  /** `false` asks for no screen, which the app's operator has to permit. */
  readonly showWalletUIs?: boolean | undefined
}

/** What a transaction is about, in the site's words. */
export interface TransactionInfo {
  /** Up to 80 characters. */
  readonly title?: string | undefined
  /** What the person does, e.g. `Mint`; up to 80 characters. */
  readonly action?: string | undefined
  /** The contract, as the site calls it. */
  readonly contractInfo?: ContractInfo | undefined
}

/** A contract, as the site calls it. */
export interface ContractInfo {
  /** A page about it. */
  readonly url?: string | undefined
  readonly name?: string | undefined
  /** A picture on the page's own origin, or `data:`. */
  readonly imgUrl?: string | undefined
  readonly imgAltText?: string | undefined
  /** 32 or 64 px. */
  readonly imgSize?: 'sm' | 'lg' | undefined
}
