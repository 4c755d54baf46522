import { say } from '../../words/say.ts'
import type { Explanation } from './explanation.ts'
import { plainNumber } from './numbers.ts'

/** Lines of each kind that a person can look through. */
const MAX_LINES = 40
const MAX_DETAILS = 240

/** Cuts what nobody could read through, and says so first: a thousand harmless lines must not hide the one that is not. */
export function limited(explanation: Explanation): Explanation {
  const { leaves, arrives, permissions, details, dangers } = explanation
  const cut = {
    leaves: leaves.slice(0, MAX_LINES),
    arrives: arrives.slice(0, MAX_LINES),
    permissions: permissions.slice(0, MAX_LINES),
    details: details.slice(0, MAX_DETAILS),
  }
  const count = [leaves, arrives, permissions, details].reduce((sum, all) => sum + all.length, 0)
  const shown = Object.values(cut).reduce((sum, some) => sum + some.length, 0)
  if (shown === count) return explanation
  const danger = say('danger.moreThanShown', { count: plainNumber(count - shown) })
  return { ...explanation, ...cut, dangers: [danger, ...dangers] }
}
