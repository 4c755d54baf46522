import type { SpendLimit } from '@vitrine/shared/wallet/policy.ts'
import type { Delegation, DelegationList, Spending, Spent } from './delegation-operations.ts'
import { isWithin, withSpent } from './delegation-spend.ts'

/** Of each kind. */
const MAX_REMEMBERED = 100_000
/** Requests of a delegate that are known again. */
const MAX_REQUESTS = 256

/**
 * What this process remembers of delegations as long as it runs. The lists and their counts are in the database, which who takes
 * over the API process can put back to what they were: this bounds what is gained by it to what one delegation allows once more
 * for each signer process.
 */
export interface DelegationMemory {
  /** Whether a list is as new as any of it that was seen here. It is seen by that. */
  see(list: DelegationList): boolean
  isEnded(delegationId: string): boolean
  /** It is never used here again, whatever is stored. */
  end(delegation: Pick<Delegation, 'id'>): void
  /** Whether all limits hold by what was signed here, this request included. */
  hasRoom(use: DelegatedUse): boolean
  /** Counts a request; one that was counted counts once. */
  count(use: DelegatedUse): void
}

export interface DelegatedUse {
  readonly delegationId: string
  readonly limits: readonly SpendLimit[]
  readonly spendings: readonly Spending[]
  /** SHA-256 of what is asked for. */
  readonly request: string
  readonly now: number
}

interface Signed {
  readonly spent: readonly Spent[]
  readonly requests: readonly string[]
}

/** @param most how many of each kind are remembered at once; the oldest go first */
export function createDelegationMemory(most = MAX_REMEMBERED): DelegationMemory {
  const sequences = new Map<string, number>()
  const ended = new Map<string, true>()
  const signed = new Map<string, Signed>()
  const of = (delegationId: string): Signed => signed.get(delegationId) ?? { spent: [], requests: [] }
  return {
    see({ listId, sequence }) {
      const known = sequences.get(listId) ?? 0
      if (sequence < known) return false
      remember(sequences, listId, sequence, most)
      return true
    },
    isEnded: delegationId => ended.has(delegationId),
    end: ({ id }) => remember(ended, id, true, most),
    hasRoom({ delegationId, limits, spendings, request, now }) {
      const { spent, requests } = of(delegationId)
      return requests.includes(request) || isWithin(limits, spent, spendings, now)
    },
    count({ delegationId, limits, spendings, request, now }) {
      const { spent, requests } = of(delegationId)
      if (requests.includes(request)) return
      const next = {
        spent: withSpent(limits, spent, spendings, now),
        requests: [...requests, request].slice(-MAX_REQUESTS),
      }
      remember(signed, delegationId, next, most)
    },
  }
}

/** The entries that were touched longest ago go first. */
function remember<Value>(entries: Map<string, Value>, key: string, value: Value, most: number): void {
  entries.delete(key)
  entries.set(key, value)
  for (const oldest of entries.keys()) {
    if (entries.size <= most) return
    entries.delete(oldest)
  }
}
