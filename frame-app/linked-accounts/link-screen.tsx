import type { User } from '@vitrine/shared/api/client-user.ts'
import { useRef, useState } from 'react'
import type { LinkContext } from '../login-method/login-method.ts'
import type { ScreenRequest } from '../requests/registry.ts'
import { createStepUp } from '../step-up/step-up.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { Success } from '../ui/success.tsx'
import type { Failure } from '../words/failure.ts'
import { say } from '../words/say.ts'
import { LinkCard } from './link-card.tsx'

export type LinkRequest = Extract<ScreenRequest, { kind: 'link' | 'update' }>

/** A link or an update that the page asked for: the method's card, then the tick. */
export function LinkScreen({ request }: { request: LinkRequest }) {
  const kernel = useKernel()
  const { screens } = kernel
  const [user, setUser] = useState<User | null>(null)
  const refused = useRef<Failure | null>(null)
  const [context] = useState<LinkContext>(() => ({
    purpose: request.kind,
    way: request.way,
    kernel,
    prefill: request.prefill,
    ...(request.kind === 'link' && { returned: request.returned, smartWallet: request.smartWallet }),
    stepUp: createStepUp(kernel.operations.calls, { purpose: request.kind, isFromAccount: false }),
    onLinked: setUser,
    onRefused(failure) {
      refused.current = failure
    },
  }))

  if (user)
    return (
      <Success
        onEnd={() => screens.dismiss(request)}
        onShown={() => screens.resolve(request, { user }, 'stays')}
        title={say(request.kind === 'link' ? 'link.success' : 'link.updated')}
      />
    )

  /** Who leaves after a refusal has not changed their mind: the page is told why it could not be. */
  const close = () =>
    refused.current
      ? screens.reject(request, refused.current.code, refused.current.message)
      : screens.dismiss(request)
  return <LinkCard context={context} onClose={close} />
}
