import { useEffect } from 'react'
import { useKernel } from '../../ui/kernel-context.ts'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { say } from '../../words/say.ts'
import type { ScreenRequest } from '../registry.ts'

/** Stands under the question, and ends with it. */
export function PromptMfaScreen({ request }: { request: Extract<ScreenRequest, { kind: 'prompt-mfa' }> }) {
  const { operations, screens } = useKernel()
  useEffect(() => {
    let stop = () => {}
    const end = () => screens.resolve(request, undefined)
    operations.mfa().then(({ asked }) => {
      const look = () => {
        if (asked.get() === null) end()
      }
      stop = asked.subscribe(look)
      look()
    }, end)
    return () => stop()
  }, [operations, screens, request])
  return <LoadingScreen onClose={() => screens.dismiss(request)} title={say('mfa.title')} />
}
