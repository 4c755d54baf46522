/** What one instruction does, as far as it can be read. Addresses are base58; amounts are in the smallest unit. */
export type Action =
  | {
      readonly kind: 'transfer-sol'
      readonly from: string
      readonly to: string
      /** Whose signature moves it: `from` itself, or who decides about an account that signs for nothing. */
      readonly authority: string
      readonly cosigners?: Cosigners
      readonly lamports: bigint
    }
  | TokenMovement<'transfer-token'>
  | {
      readonly kind: 'burn' | 'mint'
      readonly account: string
      readonly mint: string
      readonly authority: string
      readonly cosigners?: Cosigners
      readonly amount: bigint
    }
  /** Lets `delegate` take up to `amount` out of `account` at any time. */
  | {
      readonly kind: 'delegate'
      readonly account: string
      readonly delegate: string
      readonly owner: string
      readonly cosigners?: Cosigners
      readonly mint: string | null
      readonly amount: bigint
    }
  | {
      readonly kind: 'set-authority'
      readonly account: string
      readonly right: AuthorityRight
      readonly authority: string
      readonly cosigners?: Cosigners
      /** `null`: nobody ever again. */
      readonly newAuthority: string | null
    }
  | {
      readonly kind: 'close-account'
      readonly account: string
      readonly destination: string
      readonly owner: string
      readonly cosigners?: Cosigners
    }
  | {
      readonly kind: 'create-token-account'
      readonly payer: string
      readonly account: string
      readonly owner: string
      readonly mint: string
    }
  | {
      readonly kind: 'create-account'
      readonly payer: string
      readonly account: string
      readonly lamports: bigint
      readonly owner: string
    }
  /** Gives the account itself to a program, which may then do with its lamports what it likes. */
  | { readonly kind: 'assign'; readonly account: string; readonly owner: string }
  /** Room for data in the account itself: one that has some can neither send SOL nor pay a fee. */
  | { readonly kind: 'allocate'; readonly account: string }
  /** Makes the account one for a stored one-time number; who is named may then take all the SOL in it. */
  | { readonly kind: 'initialize-nonce'; readonly account: string; readonly authority: string }
  /** Must come first: the transaction then stays good until the nonce is used, and not for a minute. */
  | { readonly kind: 'advance-nonce'; readonly account: string; readonly authority: string }
  | {
      readonly kind: 'authorize-nonce'
      readonly account: string
      readonly authority: string
      readonly cosigners?: Cosigners
      readonly newAuthority: string
    }
  | { readonly kind: 'memo'; readonly text: string | null }
  | { readonly kind: 'compute-limit'; readonly units: number }
  /** Micro-lamports for one unit. */
  | { readonly kind: 'compute-price'; readonly microLamports: bigint }
  /** Known, and nothing that takes from anyone, e.g. a token account being set up or a delegate revoked. */
  | { readonly kind: 'routine'; readonly program: string }
  | { readonly kind: 'unknown'; readonly program: string; readonly data: Uint8Array }

/**
 * Who may have signed in the authority's place, e.g. of an account that several own together (the token programs'
 * `Multisig`). Only of an instruction that names accounts behind its authority.
 */
type Cosigners = readonly string[] | undefined

export interface TokenMovement<Kind extends string> {
  readonly kind: Kind
  readonly source: string
  readonly destination: string
  readonly authority: string
  readonly cosigners?: Cosigners
  /** Named by the checked instructions only. */
  readonly mint: string | null
  readonly amount: bigint
}

export type AuthorityRight = 'mint' | 'freeze' | 'owner' | 'close' | 'other'

/** An instruction with its indexes resolved to addresses; `null` stands where a lookup table could not be read. */
export interface ResolvedInstruction {
  readonly program: string
  readonly accounts: readonly (string | null)[]
  readonly data: Uint8Array
}
