import { useEffect, useRef } from 'react'
import { useKernel } from '../../ui/kernel-context.ts'
import type { ApprovalState } from '../flow/approval-flow.ts'
import type { ApprovalRequest, ReviewBase } from '../view/build-view.ts'

/**
 * Ends an approval for which no second factor was given. Who left that question has rejected the request; where the page asks its
 * person itself (`mfa.noPromptOnMfaRequired`), its call is refused, and made again.
 */
export function useMfaRefusal(request: ApprovalRequest, state: ApprovalState<ReviewBase, unknown>): void {
  const { screens } = useKernel()
  const failure = 'failure' in state ? state.failure : null
  const told = useRef({ request, failure })
  told.current = { request, failure }
  const code = failure?.code
  useEffect(() => {
    const now = told.current
    if (code === 'mfa_canceled') screens.dismiss(now.request)
    if ((code === 'missing_or_invalid_mfa' || code === 'missing_mfa_enrollment') && now.failure)
      screens.fail(now.request, now.failure.cause)
  }, [code, screens])
}
