import type { Address } from '../../../chains/ethereum/ports.ts'
import { shortAddress } from '../../../ui/short-address.ts'
import { say } from '../../../words/say.ts'
import { type Danger, warn } from '../../explain/danger.ts'
import { dateAndTime } from '../../explain/numbers.ts'
import { tell } from '../../explain/tell.ts'
import type { ActionPart } from './action-part.ts'
import { isNobody, lookalikeDangers, tokenDangers } from './address-dangers.ts'
import { isUnlimited, nftName, tokenAmount, tokenAt, tokenName } from './amounts.ts'
import { type ExplainContext, isSame } from './explain-context.ts'

/** Leave to take a token later: by `approve`, by a permit, by Permit2. */
export interface Allowance {
  readonly token: Address
  readonly spender: Address
  /** Smallest units; of an NFT (ERC-721) its id. */
  readonly number: bigint
  readonly change: 'set' | 'more' | 'less'
  /** Unix seconds; absent: for good. */
  readonly until?: bigint
}

export function explainAllowance(context: ExplainContext, allowance: Allowance): ActionPart {
  const { token, spender, number, change, until } = allowance
  const name = tokenName(context, token)
  const known = tokenAt(context, token)
  const isErc20 = known?.standard === 'erc20'
  const isErc721 = known?.standard === 'erc721'
  // An allowance of 0 (ERC-20), or the zero address as spender (ERC-721). Of an unknown token, 0 may be the id of an NFT.
  const takesBack =
    change === 'less' || (change === 'set' && ((isErc20 && number === 0n) || (isErc721 && isNobody(spender))))
  if (takesBack)
    return {
      headline: tell('approval.headline.disallow', { token: name }),
      details: [
        { label: say('approval.field.spender'), value: spender, kind: 'address', depth: 0 },
        ...(number === 0n
          ? []
          : [
              {
                label: say('approval.field.amount'),
                value: say('approval.less', { amount: tokenAmount(context, token, number) }),
                kind: 'text' as const,
                depth: 0,
              },
            ]),
      ],
      dangers: tokenDangers(context, token),
    }
  const isAll = !isErc721 && isUnlimited(number, known)
  const amount = isErc721
    ? nftName(context, token, number, null)
    : isAll
      ? say('approval.unlimited', { token: name })
      : tokenAmount(context, token, number)
  return {
    headline: tell('approval.headline.allow', { token: name }),
    permissions: [
      {
        what: change === 'more' ? say('approval.more', { amount }) : amount,
        token,
        who: spender,
        until: endOf(until),
        isUnlimited: isAll,
      },
    ],
    dangers: [
      ...spenderDangers(context, spender),
      ...lookalikeDangers(context, spender),
      ...(isAll ? [warn('danger.unlimited', { who: shortAddress(spender), token: name })] : []),
      ...tokenDangers(context, token),
      ...(isErc20 || isErc721 || isAll ? [] : [warn('danger.unknownToken')]),
    ],
  }
}

/** Leave to take every NFT of a collection (`setApprovalForAll`). */
export function explainAllowanceOfAll(
  context: ExplainContext,
  contract: Address,
  operator: Address,
  isAllowed: boolean,
): ActionPart {
  const symbol = tokenAt(context, contract)?.symbol
  const name = symbol ? `${symbol}` : say('approval.collection')
  const operatorDetail = {
    label: say('approval.field.spender'),
    value: operator,
    kind: 'address',
    depth: 0,
  } as const
  if (!isAllowed)
    return { headline: tell('approval.headline.disallowAll', { token: name }), details: [operatorDetail] }
  return {
    headline: tell('approval.headline.allowAll', { token: name }),
    permissions: [
      {
        what: say('approval.all', { token: name }),
        token: contract,
        who: operator,
        until: say('approval.noEnd'),
        isUnlimited: true,
      },
    ],
    dangers: [
      ...spenderDangers(context, operator),
      warn('danger.allowAll', { who: shortAddress(operator), token: name }),
      ...tokenDangers(context, contract),
    ],
  }
}

/** An app spends by a contract. A person who may spend is the usual thief. */
function spenderDangers({ facts, wallet }: ExplainContext, spender: Address): Danger[] {
  if (isSame(spender, wallet)) return []
  const kind = facts.accounts.get(spender.toLowerCase())
  return kind === 'eoa' || kind === 'delegated-eoa'
    ? [warn('danger.spenderIsEoa', { who: shortAddress(spender) })]
    : []
}

function endOf(until: bigint | undefined): string | null {
  // Permit2: an end of 0 is the block in which it is used. As a date it would look long past, and harmless.
  if (until === 0n) return null
  const date = until === undefined ? null : dateAndTime(until)
  return date === null ? say('approval.noEnd') : say('approval.untilDate', { date })
}
