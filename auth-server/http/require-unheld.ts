import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from './session.ts'

/**
 * A device that came in by a way which had only just been added, or after somebody said "This wasn't me", neither signs
 * nor changes ways in for a while: whoever slipped a way of their own into an account has nothing of it until the person
 * was told. An older way lifts it, see `step-up/`, and so does an older device, see `account-changes/answer-held.ts`.
 * @throws `policy_violation` (403), with the time until when
 */
export function requireUnheld(ctx: Context, { heldUntil }: Pick<ActiveSession, 'heldUntil'>): void {
  if (heldUntil === null || heldUntil.getTime() <= ctx.now()) return
  const until = `${heldUntil.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  throw apiError(
    'policy_violation',
    `This device is new to your account. It can sign and change how you log in from ${until}, or once you confirm it is you with another login on the account screen, or allow it on another device of yours.`,
    { data: { heldUntil: heldUntil.getTime() } },
  )
}

/**
 * A session that a page's host key resumed (`sessions/host-key.ts`) may do what the page may have anyway. A hostile page can use that key
 * and resume the session on an attacker's device, so every route refuses it, unless the route says `resumed`. A release step-up frees it.
 * @throws `policy_violation` (403)
 */
export function requireNotResumed({ heldFor }: Pick<ActiveSession, 'heldFor'>): void {
  if (heldFor !== 'resumed') return
  throw apiError(
    'policy_violation',
    'The page brought this session back without a login. Confirm it is you with a login of yours, or log out and log in again.',
  )
}
