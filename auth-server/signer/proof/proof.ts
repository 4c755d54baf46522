import type { AccountType } from '@vitrine/shared/account/login-facts.ts'
import type { CodePurpose } from '@vitrine/shared/otp/code.ts'
import type { Custody } from '../custody.ts'
import type { LoginProof, ProvenIdentity, SignerResponse } from '../operations.ts'

/** What a good proof establishes. */
export interface Proven {
  readonly appId: string
  readonly identity: ProvenIdentity
  /** What else the account's seal covers: an account that was sealed with other facts is another account. */
  readonly facts?: Readonly<Record<string, string | number | boolean>>
  /** The proof shows that its identity is held: a user whom it makes gets an id that comes from it. See `user-id.ts`. */
  readonly namesUser?: true
  /** The proof shows besides that the person reads this address, in lower case. */
  readonly mailbox?: string
  /** The proof shows no possession of what it names: it may make an account and never open one. */
  readonly onlyNew?: true
}

export type ProofRefusal = Extract<SignerResponse<'verifyLogin'>, { ok: false }>['reason']

/** What one kind of proof establishes by itself: the account's type follows from the way that it is for, see `wayOf`. */
export interface Shown extends Omit<Proven, 'identity'> {
  readonly subject: string
  /** Of a call that adds another account than a login by its way proves. */
  readonly type?: AccountType
}

/** The request that a proof came in, as the device signed it. */
export interface ProofRequest {
  readonly purpose: CodePurpose
  readonly body: unknown
  /** Below `/api/v1`, as the device signed it. */
  readonly path: string
  /** Whose account is changed; `null` for a login. */
  readonly userId: string | null
  /** RFC 7638 thumbprint of the key that signed. */
  readonly device: string
  /** The device has been sealed for the user whose account this is. */
  readonly isKnown: boolean
  /** Unix ms by the signer's own clock. */
  readonly now: number
}

/** Checks one kind of proof. @returns why it does not hold, as a string. */
export type CheckProof<Type extends LoginProof['type']> = (
  custody: Custody,
  proof: Extract<LoginProof, { type: Type }>,
  request: ProofRequest,
) => Shown | ProofRefusal | Promise<Shown | ProofRefusal>
