import type { User } from '@vitrine/shared/api/client-user.ts'
import { useEffect, useState } from 'react'
import type { LinkContext } from '../login-method/login-method.ts'
import { useStore } from '../ui/use-flow.ts'
import { isAtCode } from './code-flow.ts'
import { isFinal } from './otp-flow.ts'
import type { OtpFlow } from './start-otp-flow.ts'

/** A flow that links, as long as its card is open. It tells the card's context how it ends. */
export function useLinkFlow(context: LinkContext, start: (context: LinkContext) => OtpFlow<User>) {
  const [flow] = useState(() => {
    const flow = start(context)
    flow.subscribe(() => {
      const state = flow.get()
      context.onRefused(state.status === 'error' && isFinal(state.failure) ? state.failure : null)
      if (state.status === 'done') context.onLinked(state.result)
    })
    return flow
  })
  useEffect(() => flow.stop, [flow])
  return { flow, isAtCode: isAtCode(useStore(flow)) }
}
