import { useEffect, useRef } from 'react'
import { guardCapability } from '../ui/approval-guard.ts'
import { ApproveOffNote } from '../ui/approve-off-note.tsx'
import { useSight } from '../ui/use-approval-guard.ts'
import { tracksVisibility } from '../ui/watch-visibility.ts'
import type { CodeFlow } from './code-flow.ts'
import { CodeScreen, type CodeScreenProps } from './code-screen.tsx'

type SubmitsCode = Extract<Parameters<CodeFlow['send']>[0], { type: 'submit-code' }>

/**
 * Waits for a code whose typing has consequences beyond this login: it counts once the whole card was in sight, as a press of
 * Approve does. Else a page could show the six cells alone, and have the code typed for something else.
 */
export function GuardedCodeScreen({ flow, ...rest }: Omit<CodeScreenProps, 'guard'>) {
  const sight = useSight('code', guardCapability({ tracksVisibility: tracksVisibility(), movesValue: false }))
  /** Typed, or pasted, before the card was seen long enough. */
  const held = useRef<SubmitsCode | null>(null)
  const guarded: CodeFlow = {
    ...flow,
    send(event) {
      held.current = null
      if (event.type === 'submit-code' && sight.now().status !== 'armed') held.current = event
      else flow.send(event)
    },
  }
  useEffect(() => {
    if (sight.status !== 'armed' || !held.current) return
    flow.send(held.current)
    held.current = null
  }, [sight.status, flow])
  return (
    <CodeScreen
      {...rest}
      flow={guarded}
      guard={{
        watched: sight.ref,
        onChange() {
          held.current = null
        },
        note: <ApproveOffNote reason={sight.status === 'covered' ? 'covered' : null} />,
      }}
    />
  )
}
