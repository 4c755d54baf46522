import { useEffect, useState } from 'react'
import { useKernel } from '../../ui/kernel-context.ts'
import { windowsForbidden } from '../approval-failure.ts'
import { approvalWindows } from '../open-window/approval-windows.ts'
import type { ApprovalRequest } from '../view/build-view.ts'

/**
 * Ends a request once it is known that the page forbids the window it needs: no press can help. The page gets the error at once.
 * @returns whether it has ended so; the screen stays to say why
 */
export function useForbiddenWindows(request: ApprovalRequest, isForbidden: boolean): boolean {
  const { app, screens } = useKernel()
  const [hasEnded, setHasEnded] = useState(false)
  useEffect(() => {
    if (!isForbidden) return
    setHasEnded(true)
    // A window that appears after all must not answer what the page takes for over.
    approvalWindows(window, app.id).send(request.id, { type: 'cancel' })
    screens.fail(request, windowsForbidden(), 'stays')
  }, [app.id, isForbidden, request, screens])
  return hasEnded
}
