/** What a person sees, and what a call is read with, before any screen's code is here. It comes with the document. */

import { followSession } from './follow-session.ts'
import { createInlinePlace } from './inline-place.ts'
import { createMeanwhile, type MeanwhileParts } from './meanwhile.ts'
import { createReader, type ReaderParts } from './read-call.ts'

const createWaiting = () => {
  const place = createInlinePlace()
  return {
    createMeanwhile: (parts: MeanwhileParts) => ({ ...createMeanwhile(parts), inline: place.of }),
    createReader: (parts: Omit<ReaderParts, 'place'>) => createReader({ ...parts, place }),
    followSession,
  }
}
export type Waiting = ReturnType<typeof createWaiting>

export const waiting = createWaiting()
