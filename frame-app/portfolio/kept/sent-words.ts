import { singleLine } from '../../approval/readable-text.ts'
import type { SentAbout } from '../../chains/sent-about.ts'
import type { Activity } from '../ports.ts'

type Words = Pick<Activity, 'way' | 'headline' | 'amount' | 'party' | 'askedBy'>

/**
 * What was kept of an approval, fit to be shown: it comes from storage. Of what nothing was kept nobody knows that it was a
 * payment: its other side may be a contract that was only called.
 */
export function sentWords(about: SentAbout | undefined): Words {
  if (about === undefined) return { way: 'other', headline: null, amount: null, party: null, askedBy: null }
  const { headline, amount, party, askedBy } = about
  return {
    way: amount?.startsWith('−') ? 'out' : amount?.startsWith('+') ? 'in' : 'other',
    headline: headline && singleLine(headline),
    amount: amount && singleLine(amount),
    party: party && singleLine(party),
    askedBy: askedBy && singleLine(askedBy),
  }
}
