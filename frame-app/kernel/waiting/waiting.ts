/** What a person sees, and what a call is read with, before any screen's code is here. It comes with the document. */

import { watchStyles } from './failed-styles.ts'
import { followSession } from './follow-session.ts'
import { createMeanwhile } from './meanwhile.ts'
import { createReader } from './read-call.ts'

export interface Waiting {
  readonly createMeanwhile: typeof createMeanwhile
  readonly createReader: typeof createReader
  readonly followSession: typeof followSession
}
export { createMeanwhile, createReader, followSession }

watchStyles()
