import type { ComponentType } from 'react'
import { useKernel } from '../ui/kernel-context.ts'
import { LazyScreen, preload } from '../ui/lazy-screen.tsx'
import { isKept } from './app.tsx'
import { EndedByMfa } from './ended-by-mfa.tsx'
import { REQUESTS, type ScreenRequest } from './registry.ts'

type SessionKind = Exclude<ScreenRequest, { kind: 'login' }>['kind']
/** The list has it that a kind's screen takes a request of the kind. */
const screenOf = (kind: SessionKind) =>
  REQUESTS[kind].screen as () => Promise<ComponentType<{ request: ScreenRequest }>>

/** Brings the screen of a kind. @throws what the browser throws for code that does not come */
export const bringSessionScreen = async (kind: SessionKind) => void (await preload(screenOf(kind)))

/** Every request but a login: nobody has one before a session, so this comes after the landing. */
export function SessionRequest({ request }: { request: Exclude<ScreenRequest, { kind: 'login' }> }) {
  const { app, screens } = useKernel()
  const screen = (
    <LazyScreen
      load={screenOf(request.kind)}
      onClose={isKept(request) ? null : () => screens.dismiss(request)}
      props={{ request }}
      title={app.name}
    />
  )
  // In the account a person is on their own, and asked there. An approval ends by itself.
  return WITH_FACTORS.has(request.kind) ? <EndedByMfa request={request}>{screen}</EndedByMfa> : screen
}

const WITH_FACTORS: ReadonlySet<SessionKind> = new Set([
  'export-wallet',
  'import-wallet',
  'recover',
  'set-recovery',
  'unlink',
])
