/** A token that has the form of its provider's. */
export interface CheckableToken {
  /** Spent before `isGood` is asked: see `database/nonce.ts`. */
  readonly nonce: { readonly key: string; readonly expiresAt: Date }
  /** Whether the provider vouches for it. @throws `service_unavailable` (503) when the provider cannot be asked */
  isGood(): Promise<boolean>
}
