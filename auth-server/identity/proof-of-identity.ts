import { type SQL, sql } from 'drizzle-orm'
import { countWrongGuess } from '../captcha/demand.ts'
import type { Context } from '../context.ts'
import type { AccountDetails } from '../database/schema.ts'
import type { Caller } from '../http/caller.ts'
import type { LoginProof, SignerResponse } from '../signer/operations.ts'
import type { DeviceSignature } from './device-signature.ts'
import type { Identity } from './identity.ts'

export type RefusalReason = Extract<SignerResponse<'verifyLogin'>, { ok: false }>['reason']

/** What a login method brings to log in, link or update: what it proves, the proof, and how the proof is used up. */
export interface ProofOfIdentity {
  readonly identity: Identity
  /** Written with a new account, and at each login by what tells them anew. */
  readonly details: AccountDetails
  readonly refreshesDetails?: true
  readonly proof: LoginProof
  /** The device that brings it, and its signature over the request that has it. */
  readonly device: DeviceSignature
  /** Who brings it, as people are told of it. */
  readonly caller: Caller
  /**
   * Uses the proof up: a statement that returns one row the first time and none ever after, e.g. an update of the code's
   * row. It becomes part of the statement that acts on the proof, so that both happen or neither. `name` is one per text.
   */
  readonly consumption: { readonly name: string; readonly statement: SQL }
  /** The method's words for a proof that does not hold. */
  refusal(reason: RefusalReason): Error
  /** The proof was used meanwhile. */
  used(): Error
}

/** What anybody can send on and on: a guess at a code, or a signature, about which a node of the operator's may be asked. */
const TRIED: readonly RefusalReason[] = ['code', 'message', 'chain']

/** Counts what was tried in vain, for the captcha that it may take soon. @returns the method's words for it */
export async function refuse(
  ctx: Context,
  appId: string,
  proof: ProofOfIdentity,
  reason: RefusalReason,
): Promise<Error> {
  if (TRIED.includes(reason)) await countWrongGuess(ctx, appId)
  return proof.refusal(reason)
}

/** Uses up a good proof that leads to nothing: what it was refused for does not change by trying it again. */
export async function consume(ctx: Context, { consumption }: ProofOfIdentity): Promise<void> {
  await ctx.db.execute(sql`with consumed as (${consumption.statement}) select count(*) from consumed`)
}
