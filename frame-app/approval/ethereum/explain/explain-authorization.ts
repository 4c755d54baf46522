import type { Address } from '../../../chains/ethereum/ports.ts'
import { shortAddress } from '../../../ui/short-address.ts'
import { say } from '../../../words/say.ts'
import { warn } from '../../explain/danger.ts'
import type { Explanation } from '../../explain/explanation.ts'
import type { Facts } from '../reads/facts.ts'
import { contractDangers } from './address-dangers.ts'

export interface AuthorizationInput {
  readonly contract: Address
  /** 0: on every chain. */
  readonly chainId: number
  readonly nonce: number
}

/** EIP-7702: the zero address ends what an earlier authorization began. */
export const isTakenBack = ({ contract }: AuthorizationInput) => /^0x0{40}$/.test(contract)

/** An EIP-7702 authorization: the strongest thing that a wallet can sign. Pure. */
export function explainAuthorization(
  authorization: AuthorizationInput,
  facts: Pick<Facts, 'accounts'>,
): Explanation {
  const { contract, chainId, nonce } = authorization
  const everywhere = chainId === 0 ? [warn('danger.delegatesEverywhere')] : []
  const isEnd = isTakenBack(authorization)
  return {
    headline: say(isEnd ? 'approval.headline.undelegate' : 'approval.headline.delegate'),
    outgoing: [],
    incoming: [],
    permissions: [],
    dangers: isEnd
      ? []
      : [
          warn('danger.delegates', { address: shortAddress(contract) }),
          ...everywhere,
          ...contractDangers(facts, contract),
        ],
    notes: isEnd ? everywhere.map(({ text }) => text) : [],
    details: [
      { label: say('approval.delegate.code'), value: contract, kind: 'address', depth: 0 },
      {
        label: say('approval.network'),
        value: chainId === 0 ? say('approval.delegate.everyNetwork') : String(chainId),
        kind: 'text',
        depth: 0,
      },
      { label: say('approval.delegate.nonce'), value: String(nonce), kind: 'code', depth: 0 },
    ],
    raw: [
      {
        label: say('approval.rawAuthorization'),
        value: JSON.stringify({ contract, chain_id: chainId, nonce }, null, 2),
      },
    ],
  }
}
