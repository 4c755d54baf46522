import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { createStore } from '../core/store.ts'
import type { AskedMfa, Mfa } from '../mfa/mfa.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { LazyScreen } from '../ui/lazy-screen.tsx'
import { ShellContext, useShell } from '../ui/shell-context.ts'
import { useStore } from '../ui/use-flow.ts'
import { say } from '../words/say.ts'
import styles from './mfa-question.module.css'

const loadProve = async () => (await import('../mfa/prove-screen.tsx')).ProveScreen
const loadNeeded = async () => (await import('../mfa-enrollment/needed-card.tsx')).NeededCard

const NOTHING = createStore<AskedMfa | null>(null)

/**
 * The question after a second factor, in the place of whatever waits for it: an approval, a card of the account, a login. That stays
 * as it is beneath, out of sight, and goes on when the factor is proven.
 */
export function MfaQuestion({ children }: { readonly children: ReactNode }) {
  const { operations, session } = useKernel()
  const [mfa, setMfa] = useState<Mfa | null>(null)
  const { status } = useStore(session)
  useEffect(() => {
    // Nobody has a factor before they log in. What asks brings this code itself: it is here, or on its way.
    if (status === 'authenticated') operations.mfa().then(setMfa, () => {})
  }, [operations, status])
  const asked = useStore(mfa?.asked ?? NOTHING)
  return (
    <>
      <Covered isCovered={asked !== null}>{children}</Covered>
      {mfa && asked?.kind === 'prove' ? (
        <LazyScreen
          load={loadProve}
          onClose={() => asked.onLeft()}
          props={{ mfa, asked }}
          title={say('mfa.title')}
        />
      ) : null}
      {mfa && asked?.kind === 'enroll' ? (
        <LazyScreen
          load={loadNeeded}
          onClose={() => asked.onLeft()}
          props={{ asked }}
          title={say('mfa.neededTitle')}
        />
      ) : null}
    </>
  )
}

/** What is out of sight names no dialog, takes no key and is not left by Escape. */
function Covered({ isCovered, children }: { readonly isCovered: boolean; readonly children: ReactNode }) {
  const shell = useShell()
  const away = useMemo(() => ({ leave: { current: null }, height: { current: null }, isCovered: true }), [])
  return (
    <ShellContext value={isCovered ? away : shell}>
      <div className={styles.covered} hidden={isCovered}>
        {children}
      </div>
    </ShellContext>
  )
}
