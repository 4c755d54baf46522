import { useCallback, useRef } from 'react'
import { RemoveScreen } from '../../linked-accounts/remove-screen.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import type { Failure } from '../../words/failure.ts'
import type { ScreenRequest } from '../registry.ts'

/** A page asks that a way to log in be taken away: the person decides. */
export function UnlinkScreen({ request }: { request: Extract<ScreenRequest, { kind: 'unlink' }> }) {
  const { screens, session } = useKernel()
  const refused = useRef<Failure | null>(null)
  const onRefused = useCallback((failure: Failure | null) => {
    refused.current = failure
  }, [])
  const onRemoved = useCallback(() => {
    const now = session.get()
    if (now.status === 'authenticated') screens.resolve(request, { user: now.user })
  }, [screens, session, request])

  /** Who leaves after a refusal has not changed their mind: the page is told why it could not be. */
  const leave = () =>
    refused.current
      ? screens.reject(request, refused.current.code, refused.current.message)
      : screens.dismiss(request)
  return (
    <RemoveScreen
      account={request.account}
      onClose={leave}
      onKeep={leave}
      onRefused={onRefused}
      onRemoved={onRemoved}
    />
  )
}
