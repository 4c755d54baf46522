import type { ComponentType } from 'react'
import { useKernel } from '../ui/kernel-context.ts'
import { LazyScreen, preload } from '../ui/lazy-screen.tsx'
import { isKept } from './app.tsx'
import { REQUESTS, type ScreenRequest } from './registry.ts'

/** Brings what is asked for most, ahead of its use. */
export const prefetch = () =>
  Promise.all([preload(REQUESTS.account.screen), preload(REQUESTS['sign-message'].screen)])

/** Every request but a login: nobody has one before a session, so this comes after the landing. */
export function SessionRequest({ request }: { request: Exclude<ScreenRequest, { kind: 'login' }> }) {
  const { app, screens } = useKernel()
  return (
    <LazyScreen
      // The list has it that a kind's screen takes a request of the kind.
      load={REQUESTS[request.kind].screen as () => Promise<ComponentType<{ request: ScreenRequest }>>}
      onClose={isKept(request) ? null : () => screens.dismiss(request)}
      props={{ request }}
      title={app.name}
    />
  )
}
