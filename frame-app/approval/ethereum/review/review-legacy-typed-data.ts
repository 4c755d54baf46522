import type { LegacyTypedData } from '@vitrine/shared/wallet/legacy-typed-data.ts'
import { say } from '../../../words/say.ts'
import { distinct, warn } from '../../explain/danger.ts'
import { limitLines } from '../../explain/limit-lines.ts'
import { plainNumber } from '../../explain/numbers.ts'
import type { ReviewBase } from '../../view/build-view.ts'
import { listFields } from '../typed-data/list-fields.ts'
import { legacyTextDangers } from '../typed-data/text-dangers.ts'

/**
 * Typed data of version 1 as a list of names and values. Nothing of it is read from a chain: it names none, and no contract that
 * its signature is bound to.
 */
export function reviewLegacyTypedData(
  fields: LegacyTypedData,
  hostOrigin: string,
  wallet: string,
): ReviewBase {
  // One list for each, since two values may have one name.
  const lists = fields.map(({ type, name, value }) =>
    listFields({
      types: { Value: [{ name, type }] },
      primary_type: 'Value',
      domain: {},
      message: { [name]: value },
    }),
  )
  const left = lists.reduce((sum, list) => sum + list.left, 0)
  const explanation = limitLines({
    headline: say('approval.headline.typedData'),
    outgoing: [],
    incoming: [],
    permissions: [],
    dangers: distinct([
      ...(left > 0 ? [warn('danger.moreThanShown', { count: plainNumber(left) })] : []),
      ...legacyTextDangers(fields, hostOrigin, wallet),
      warn('danger.anyNetwork'),
    ]),
    notes: [],
    details: lists.flatMap(({ leading, rows }) => [...leading, ...rows]),
    raw: [{ label: say('approval.rawTypedData'), value: JSON.stringify(fields, null, 2) }],
  })
  return { explanation, cost: null, networkName: null, isFixed: true }
}
