import type { ComponentType } from 'react'
import { useKernel } from '../ui/kernel-context.ts'
import { LazyScreen, preload } from '../ui/lazy-screen.tsx'
import { isKept } from './app.tsx'
import type { ScreenRequest } from './registry.ts'
import { SCREENS } from './screens.ts'

/** Brings what is asked for most, ahead of its use. */
export const prefetch = () => Promise.all([preload(SCREENS.account), preload(SCREENS['sign-message'])])

/** Every request but a login: nobody has one before a session, so this comes after the landing. */
export function SessionRequest({ request }: { request: Exclude<ScreenRequest, { kind: 'login' }> }) {
  const { app, screens } = useKernel()
  return (
    <LazyScreen
      // The list has it that a kind's screen takes a request of the kind.
      load={SCREENS[request.kind] as () => Promise<ComponentType<{ request: ScreenRequest }>>}
      onClose={isKept(request) ? null : () => screens.dismiss(request)}
      props={{ request }}
      title={app.name}
    />
  )
}
