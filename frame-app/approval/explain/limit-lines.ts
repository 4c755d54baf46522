import { warn } from './danger.ts'
import type { Explanation } from './explanation.ts'
import { plainNumber } from './numbers.ts'

/** Lines of each kind that a person can look through. */
const MAX_LINES = 40
export const MAX_DETAILS = 240

/**
 * Cuts more lines than a person reads, and says so in the first danger: many harmless lines must not hide a harmful one.
 * @param maxDetails more than the usual for a list of transactions, each of which has its rows
 */
export function limitLines(explanation: Explanation, maxDetails = MAX_DETAILS): Explanation {
  const { outgoing, incoming, permissions, details, dangers } = explanation
  const cut = {
    outgoing: outgoing.slice(0, MAX_LINES),
    incoming: incoming.slice(0, MAX_LINES),
    permissions: permissions.slice(0, MAX_LINES),
    details: details.slice(0, maxDetails),
  }
  const count = [outgoing, incoming, permissions, details].reduce((sum, all) => sum + all.length, 0)
  const shown = Object.values(cut).reduce((sum, some) => sum + some.length, 0)
  if (shown === count) return explanation
  const danger = warn('danger.moreThanShown', { count: plainNumber(count - shown) })
  return { ...explanation, ...cut, dangers: [danger, ...dangers] }
}
