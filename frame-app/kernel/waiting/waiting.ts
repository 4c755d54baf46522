/** What a person sees, and what a call is read with, before any screen's code is here. It comes with the document. */

import { watchStyles } from './failed-styles.ts'
import { followSession } from './follow-session.ts'
import { createMeanwhile } from './meanwhile.ts'
import { createReader } from './read-call.ts'

export const waiting = { createMeanwhile, createReader, followSession }
export type Waiting = typeof waiting

watchStyles()
