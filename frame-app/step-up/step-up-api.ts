import {
  codeRequest,
  normalSubject,
  type ProvableAgain,
  type StepUpPurpose,
  type StepUpWays,
  verifyResponse,
  waysResponse,
} from '@vitrine/shared/api/step-up.ts'
import * as z from 'zod/mini'
import type { Calls } from '../session/calls.ts'

export type Purpose = StepUpPurpose | 'release'

/** What a person confirms: `stepUpTarget`; nothing for `release`. */
export interface Confirmation {
  readonly purpose: Purpose
  readonly target: string
}

type Code = z.infer<typeof codeRequest>['way']
/** Whether a code is sent for it. */
export const isByCode = (way: ProvableAgain): way is Code => codeRequest.shape.way.safeParse(way).success

/** POST /step_up/ways: whether the server asks for a proof, and by what it can be given. */
export const fetchWays = (
  calls: Calls,
  purpose: Purpose,
  fromAccount: boolean,
  signal: AbortSignal,
): Promise<StepUpWays> =>
  calls.postAuthorized('/step_up/ways', { purpose, from_account: fromAccount }, waysResponse, signal)

/** POST /step_up/code: to the person's own address, which the server knows. */
export const sendStepUpCode = async (
  calls: Calls,
  purpose: Purpose,
  way: Code,
  signal: AbortSignal,
): Promise<void> => {
  await calls.postAuthorized('/step_up/code', { purpose, way }, z.object({}), signal)
}

/** What the person answered with. */
export interface StepUpAnswer {
  readonly way: ProvableAgain
  /** What is sent as it is. */
  readonly plain?: object
  /** A code and the address that it was sent to; leaves sealed. */
  readonly typed?: { readonly code: string; readonly address: string }
}

/** POST /step_up/verify. @returns the proof; `null` for `release` */
export async function verifyStepUp(
  calls: Calls,
  { purpose, target }: Confirmation,
  { way, plain, typed }: StepUpAnswer,
  signal: AbortSignal,
): Promise<string | null> {
  const body = { purpose, target, way, ...plain }
  const secret = typed && { member: 'code', value: typed.code, subject: normalSubject(typed.address) }
  const answer = await calls.confirm('/step_up/verify', body, verifyResponse, { method: way }, signal, secret)
  return answer.step_up
}
