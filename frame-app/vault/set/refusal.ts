/** Why the vault did not do what it was asked. Each is told to a person in words by `wallet/device/vault-problem.ts`. */
export type VaultProblem =
  /** This device has no share of the user's wallets, or none that fits. */
  | 'needs-recovery'
  /** The auth share is not in the worker any more: it is kept for a few minutes. */
  | 'locked'
  | 'wrong-recovery-key'
  /** A share or envelope was cut, changed or belongs elsewhere. */
  | 'damaged'
  | 'newer-version'
  /** The rebuilt key does not make this wallet's address. */
  | 'not-this-wallet'
  | 'unsupported-request'
  /** The browser does not keep what the wallet must keep. */
  | 'storage'
  | 'exists'
  /** A key that was brought is none of its chain. */
  | 'invalid-key'
  /** Words that were brought are no BIP-39 sentence. */
  | 'invalid-words'
  /** A key that was brought does not make the address that was said. */
  | 'other-address'
  /** The envelope of a brought key is not on this device yet. */
  | 'needs-envelope'
  /** A key that was brought is not of the set's words. */
  | 'no-words'
  | 'internal'

/** Thrown inside the worker only; across its border goes a `VaultAnswer`, which has no message that could quote a secret. */
export class VaultRefusal extends Error {
  override readonly name = 'VaultRefusal'
  readonly problem: VaultProblem

  constructor(problem: VaultProblem) {
    super(problem)
    this.problem = problem
  }
}

export type VaultAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: VaultProblem }

/** The method as the frame calls it: it never rejects, and says nothing of an error that is not a refusal. */
export const answering =
  <Arguments extends unknown[], T>(work: (...args: Arguments) => Promise<T>) =>
  async (...args: Arguments): Promise<VaultAnswer<T>> => {
    try {
      return { ok: true, value: await work(...args) }
    } catch (error) {
      return { ok: false, problem: error instanceof VaultRefusal ? error.problem : 'internal' }
    }
  }
