import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { type Way, wayName } from '@vitrine/shared/login/registry.ts'
import { useEffect, useState } from 'react'
import type { Kernel } from '../ui/kernel-context.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { useStore } from '../ui/use-flow.ts'
import type { Failure } from '../words/failure.ts'
import { activeMethod } from './active-method.ts'
import { withRules } from './denied.ts'
import { Landing, type LandingWay } from './landing.tsx'
import type { LoginRequest } from './login-method.ts'
import { LOGIN_VIEWS } from './registry.ts'

export interface LoginMethodsProps {
  readonly request: LoginRequest
  onAuthenticated(result: FrameResult<'login'>): void
  /** The app's rules of entry do not let this person in. */
  onBarred(failure: Failure): void
  onClose(): void
}

/** The landing, or the card of the method that has it to itself. The methods end when this leaves the screen. */
export function LoginMethods(props: LoginMethodsProps) {
  const kernel = useKernel()
  const [{ primary, overflow, active }] = useState(() => open(kernel, props))
  const method = useStore(active)

  useEffect(
    () => () => {
      for (const it of [...primary, ...overflow]) it.close()
    },
    [primary, overflow],
  )
  return method ? (
    <method.Card onClose={props.onClose} />
  ) : (
    <Landing onClose={props.onClose} overflow={overflow} primary={primary} />
  )
}

function open(kernel: Kernel, { request, onAuthenticated, onBarred }: LoginMethodsProps) {
  const asked = request.options.loginMethods
  const context = { purpose: 'login', kernel: withRules(kernel, onBarred), request, onAuthenticated } as const
  const { login } = kernel.config.get()
  const opened = (ways: readonly Way[]) =>
    ways
      .filter(way => asked?.includes(wayName(way)) ?? true)
      .map((way): LandingWay => ({ way, ...LOGIN_VIEWS[way.method].open({ ...context, way }) }))
  const primary = opened(login.primary)
  const overflow = opened(login.overflow)
  return { primary, overflow, active: activeMethod([...primary, ...overflow]) }
}
