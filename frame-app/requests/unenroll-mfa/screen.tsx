import type { User } from '@vitrine/shared/api/client-user.ts'
import { useRef, useState } from 'react'
import { isOnly, WithMethods } from '../../mfa/with-methods.tsx'
import { createMfaChanges } from '../../mfa-enrollment/changes.ts'
import { RemoveFactor } from '../../mfa-enrollment/remove-factor.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { Success } from '../../ui/success.tsx'
import type { Failure } from '../../words/failure.ts'
import { say } from '../../words/say.ts'
import type { ScreenRequest } from '../registry.ts'

/** A page asks that a second factor be taken away: the person decides, and proves one. */
export function UnenrollMfaScreen({
  request,
}: {
  request: Extract<ScreenRequest, { kind: 'unenroll-mfa' }>
}) {
  const { operations, screens } = useKernel()
  const [changes] = useState(() => createMfaChanges(operations, false))
  const [user, setUser] = useState<User | null>(null)
  const refused = useRef<Failure | null>(null)
  /** Who leaves after a refusal has not changed their mind: the page is told why it could not be. */
  const leave = () =>
    refused.current
      ? screens.reject(request, refused.current.code, refused.current.message)
      : screens.dismiss(request)
  if (user)
    return (
      <Success
        onEnd={() => screens.dismiss(request)}
        onShown={() => screens.resolve(request, { user }, 'stays')}
        title={say('mfa.removed')}
      />
    )
  return (
    <WithMethods onClose={leave} title={say('mfa.removeTitle')}>
      {methods => (
        <RemoveFactor
          changes={changes}
          isLast={isOnly(methods, request.method)}
          method={request.method}
          onClose={leave}
          onKeep={leave}
          onRefused={failure => {
            refused.current = failure
          }}
          onRemoved={setUser}
        />
      )}
    </WithMethods>
  )
}
