import type { AskedMfa } from '../mfa/mfa.ts'
import { say } from '../words/say.ts'
import { EnrollmentCard } from './enrollment-card.tsx'

/** What waits takes a second factor, and the person has none: they set one up, and it goes on. */
export const NeededCard = ({ asked }: { readonly asked: AskedMfa }) => (
  <EnrollmentCard
    onClose={() => asked.onLeft()}
    onEnrolled={() => asked.onDone()}
    sentence={say('mfa.neededSentence')}
    title={say('mfa.neededTitle')}
  />
)
