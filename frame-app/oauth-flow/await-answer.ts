import { FLOW_LIFETIME_MS, type OauthAnswer } from '@vitrine/shared/api/oauth-flow.ts'
import { type Pace, pollAnswer } from '../login-method/poll.ts'
import type { Calls } from '../session/calls.ts'
import { askAnswer } from './oauth-api.ts'
import type { FlowKeys } from './oauth-keys.ts'
import type { OauthWindow } from './oauth-window.ts'

const PACE: Pace = { firstPause: 1_000, longestPause: 5_000, lifetime: FLOW_LIFETIME_MS }

/** What a flow's window comes back with: by its own message where the browser lets it, else by the server. The window is closed then. */
export async function awaitAnswer(
  calls: Calls,
  { state }: Pick<FlowKeys, 'state'>,
  opened: OauthWindow,
  signal: AbortSignal,
): Promise<OauthAnswer> {
  const ask = () => askAnswer(calls, opened.flowId, signal)
  const answer = await Promise.race([
    opened.answer(state, signal),
    pollAnswer(ask, PACE, { document, window }, signal),
  ])
  opened.close()
  return answer
}
