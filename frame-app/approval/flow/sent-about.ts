import { keptText, type SentAbout } from '../../chains/sent-about.ts'
import type { Explanation, Line } from '../explain/explanation.ts'

/**
 * What is kept of an approval for the list of what happened.
 * @param count of the transactions that were approved together: of several none has the amount of all
 * @param request `isOwn`: the person wrote it in the wallet itself
 * @param page the pinned origin of the site around the frame
 */
export function sentAboutOf(
  { headline, outgoing, incoming }: Pick<Explanation, 'headline' | 'outgoing' | 'incoming'>,
  count: number,
  request: { readonly isOwn?: true },
  page: string,
): SentAbout {
  const [line, ...others] = [...outgoing, ...incoming].filter(({ account }) => account === undefined)
  const sign = outgoing.length > 0 ? '−' : '+'
  const only = line !== undefined && others.length === 0 && count === 1 ? line : null
  return {
    headline: keptText(headline),
    amount: only && keptText(`${sign}${coinsOf(only)}`),
    party: only && only.party !== null ? keptText(only.party) : null,
    askedBy: request.isOwn ? null : keptText(page),
  }
}

/** In coins, where the approval counted in dollars first: those change their worth. */
const coinsOf = ({ amount, beside }: Line): string =>
  beside !== null && amount.includes('$') && !beside.includes('$') ? beside : amount
