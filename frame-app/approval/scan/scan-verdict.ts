import { say } from '../../words/say.ts'
import { warn } from '../explain/danger.ts'
import type { Explanation } from '../explain/explanation.ts'
import type { ScanVerdict } from './scan.ts'

/** The scanner's word, before all other dangers. `null`: the app has no scanner, and nothing is said. */
export function withScanVerdict(explanation: Explanation, verdict: ScanVerdict | null): Explanation {
  if (verdict === 'unchecked')
    return { ...explanation, notes: [...explanation.notes, say('approval.unscanned')] }
  if (verdict === null || verdict === 'fine') return explanation
  const danger = warn(verdict === 'malicious' ? 'danger.malicious' : 'danger.suspicious')
  return { ...explanation, dangers: [danger, ...explanation.dangers] }
}
