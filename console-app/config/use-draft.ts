import type { ConsoleApp } from '@vitrine/shared/api/console/apps.ts'
import { useState } from 'react'
import { useConsole } from '../session/console-context.ts'
import { type Draft, draftOf, isChanged } from './draft.ts'

/** The app's draft. It outlives the screen: who goes away and comes back finds what they typed. */
export function useDraft(app: ConsoleApp): readonly [Draft, (draft: Draft) => void] {
  const { kept } = useConsole()
  const place = `config ${app.id}`
  const [draft, setDraft] = useState(() => (kept.get(place) as Draft | undefined) ?? draftOf(app))
  return [
    draft,
    next => {
      if (isChanged(next)) kept.set(place, next)
      else kept.delete(place)
      setDraft(next)
    },
  ]
}
