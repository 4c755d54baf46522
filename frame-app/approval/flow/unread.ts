import { say } from '../../words/say.ts'
import type { Explanation } from '../explain/explanation.ts'
import type { Facts } from '../reads/facts.ts'
import type { Lookups } from './lookups.ts'

/** Says so when the chain did not tell all that the dangers are found by: no warning is then no good sign. */
export function withUnread(explanation: Explanation, needed: Lookups, facts: Facts): Explanation {
  const isRead = needed.accounts.every(address => facts.accounts.has(address.toLowerCase()))
  return isRead ? explanation : { ...explanation, notes: [say('approval.unread'), ...explanation.notes] }
}
