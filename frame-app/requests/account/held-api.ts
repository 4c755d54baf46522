import type { User } from '@vitrine/shared/api/client-user.ts'
import { type HeldItem, heldResponse } from '@vitrine/shared/api/held-back.ts'
import type { Calls } from '../../session/calls.ts'
import type { StepUpBody } from '../../step-up/step-up.ts'

/** What an older device says to something that is held. */
export type HeldAnswer = 'allow' | 'refuse'

/** POST /account/held: what waits in the account for an answer of this device; nothing where this one is held itself. */
export async function fetchHeld(calls: Calls, signal: AbortSignal): Promise<readonly HeldItem[]> {
  return (await calls.postAuthorized('/account/held', {}, heldResponse, signal)).held
}

/** POST /account/held/allow, or /refuse. */
export const answerHeld = (
  calls: Calls,
  answer: HeldAnswer,
  id: string,
  proof: StepUpBody,
  signal: AbortSignal,
): Promise<User> => calls.changeUser(`/account/held/${answer}`, { id, ...proof }, signal)
