import type { User } from '@vitrine/shared/api/client-user.ts'
import { useState } from 'react'
import { EnrollmentCard } from '../../mfa-enrollment/enrollment-card.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { Success } from '../../ui/success.tsx'
import { say } from '../../words/say.ts'
import type { ScreenRequest } from '../registry.ts'

/** Sets up the second factor that the site asked for. */
export function EnrollMfaScreen({ request }: { request: Extract<ScreenRequest, { kind: 'enroll-mfa' }> }) {
  const { screens } = useKernel()
  const [user, setUser] = useState<User | null>(null)
  if (user)
    return (
      <Success
        onEnd={() => screens.dismiss(request)}
        onShown={() => screens.resolve(request, { user }, 'stays')}
        title={say('mfa.done')}
      />
    )
  return <EnrollmentCard onClose={() => screens.dismiss(request)} onEnrolled={setUser} />
}
