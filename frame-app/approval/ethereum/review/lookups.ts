import type { Authorization } from '@vitrine/shared/wallet/sign-authorization.ts'
import type { Address } from '../../../chains/ethereum/ports.ts'
import { say } from '../../../words/say.ts'
import type { Explanation } from '../../explain/explanation.ts'
import type { DecodedCall } from '../decode/action.ts'
import type { Facts } from '../reads/facts.ts'

export interface Lookups {
  readonly tokens: readonly Address[]
  readonly accounts: readonly Address[]
}

/** The tokens and accounts that calls name, to be looked up. */
export function lookupsOf(
  calls: readonly DecodedCall[],
  delegations: readonly Authorization[] = [],
): Lookups {
  const tokens: Address[] = []
  const accounts: Address[] = delegations.map(({ contract }) => contract as Address)
  for (const action of calls.flatMap(call => call.actions)) {
    switch (action.kind) {
      case 'send-native':
      case 'create-contract':
      case 'unread':
        break
      case 'delegate':
      case 'change-control':
        accounts.push(action.contract)
        break
      case 'account-calls': {
        const inner = lookupsOf(action.calls)
        tokens.push(...inner.tokens)
        accounts.push(action.account, ...inner.accounts)
        break
      }
      case 'transfer':
      case 'send-nfts':
        tokens.push(action.contract)
        accounts.push(action.contract)
        break
      case 'allow':
        tokens.push(action.contract)
        accounts.push(action.contract, action.spender)
        break
      case 'allow-all':
        tokens.push(action.contract)
        accounts.push(action.contract, action.operator)
        break
      case 'unknown-call':
        accounts.push(action.contract)
        break
      case 'known-call':
        accounts.push(action.contract)
        tokens.push(...action.fields.flatMap(it => (it.format === 'token-amount' ? [it.token] : [])))
    }
  }
  return { tokens, accounts }
}

/** Says so when the chain did not answer for every account: that no danger was found then means little. */
export function noteFailedLookups(explanation: Explanation, needed: Lookups, facts: Facts): Explanation {
  const isRead = needed.accounts.every(address => facts.accounts.has(address.toLowerCase()))
  return isRead ? explanation : { ...explanation, notes: [say('approval.unread'), ...explanation.notes] }
}
