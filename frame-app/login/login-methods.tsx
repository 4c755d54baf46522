import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { useEffect, useMemo, useState } from 'react'
import type { LoginRequest } from '../login-method/login-method.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { useStore } from '../ui/use-flow.ts'
import type { Failure } from '../words/failure.ts'
import { activeMethod } from './active-method.ts'
import { withRules } from './denied.ts'
import { Landing } from './landing.tsx'
import { isOpen, openWays } from './open-ways.ts'

export interface LoginMethodsProps {
  readonly request: LoginRequest
  onAuthenticated(result: FrameResult<'login'>): void
  /** The app's rules of entry do not let this person in. */
  onDenied(failure: Failure): void
  onClose(): void
}

/** The landing, or the card of the method that has it to itself. The methods end when this leaves the screen. */
export function LoginMethods({ request, onAuthenticated, onDenied, onClose }: LoginMethodsProps) {
  const kernel = useKernel()
  const [opened] = useState(() =>
    openWays({ purpose: 'login', kernel: withRules(kernel, onDenied), request, onAuthenticated }),
  )
  const ways = useStore(opened.ways)
  const active = useMemo(
    () => activeMethod([...ways.greeting, ...ways.primary, ...ways.overflow].filter(isOpen)),
    [ways],
  )
  const method = useStore(active)

  useEffect(() => {
    opened.bring()
    return opened.close
  }, [opened])
  return method ? (
    <method.Card onClose={onClose} />
  ) : (
    <Landing onClose={onClose} onRetry={opened.bring} ways={ways} />
  )
}
