import { loginName, wayName } from '@vitrine/shared/login/registry.ts'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { focusFirst } from '../ui/focus.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { Tile } from '../ui/tile.tsx'
import { useStore } from '../ui/use-flow.ts'
import { say } from '../words/say.ts'
import styles from './landing.module.css'
import { LegalNote } from './legal-note.tsx'
import { isOpen, type Ways } from './open-ways.ts'

export interface LandingProps {
  readonly ways: Ways
  /** Brings the rows that did not come. */
  onRetry(): void
  onClose(): void
}

/** Every way to log in as a row, under the app's name. */
export function Landing({
  ways: { greeting, primary, overflow, hasFailed },
  onRetry,
  onClose,
}: LandingProps) {
  const { app, appearance, lastLogin } = useKernel()
  const { logo, footerLogo, landingHeader, loginMessage, termsUrl, privacyUrl } = useStore(appearance)
  const isGreeted = greeting.length > 0
  // A greeting says more; after it was forgotten nothing is said.
  const [last] = useState(() => (isGreeted ? null : lastLogin()))
  // The hint helps to choose: it needs a choice, and must be in sight.
  const hinted = primary.length + overflow.length > 1 && last ? loginName(last) : null
  const [startsUnfolded] = useState(
    () => primary.length === 0 || overflow.some(({ way }) => loginName(way) === hinted),
  )
  const [isUnfolded, setIsUnfolded] = useState(startsUnfolded)
  const retry = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // The button goes with the press, and focus with it.
    const dialog = currentTarget.closest('[role="dialog"]')
    if (dialog) focusFirst(dialog)
    onRetry()
  }
  return (
    <Screen
      emblem={
        <div className={styles.emblem}>
          <Tile image={logo} name={app.name} size="large" />
        </div>
      }
      onClose={onClose}
      sentence={loginMessage ?? say('login.intro', { app: app.name })}
      title={landingHeader ?? say('login.title')}
    >
      <div className={styles.rows}>
        {primary.length + overflow.length === 0 ? <Problem>{say('error.noMethod')}</Problem> : null}
        <Rows hinted={null} isFirst ways={greeting} />
        <Rows hinted={hinted} isFirst={!isGreeted} ways={primary} />
        {isUnfolded ? (
          <Rows
            hinted={hinted}
            isFirst={!isGreeted && primary.length === 0}
            takesFocus={!startsUnfolded}
            ways={overflow}
          />
        ) : overflow.length > 0 ? (
          <Button look="quiet" onClick={() => setIsUnfolded(true)}>
            {say('login.more')}
          </Button>
        ) : null}
        {hasFailed ? (
          <>
            <Problem>{say('error.screen')}</Problem>
            <Button look="quiet" onClick={retry}>
              {say('action.tryAgain')}
            </Button>
          </>
        ) : null}
      </div>
      <LegalNote privacyUrl={privacyUrl} termsUrl={termsUrl} />
      {footerLogo === null ? null : <img alt="" className={styles.footerLogo} src={footerLogo} />}
    </Screen>
  )
}

interface RowsProps {
  readonly ways: Ways['primary']
  /** By its name in `loginMethods`: wallets of both chains have one row. */
  readonly hinted: string | null
  /** They begin the landing: the first of them takes the focus. */
  readonly isFirst: boolean
  /** The button that unfolded them is gone, and focus with it. */
  readonly takesFocus?: boolean
}

function Rows({ ways, hinted, isFirst, takesFocus = false }: RowsProps) {
  const first = useRef<HTMLDivElement>(null)
  const isPending = ways[0] !== undefined && !isOpen(ways[0])
  const [wasPending] = useState(isPending)
  const [wasFirst] = useState(isFirst)
  // Its code came, or the greeting above it went.
  const isNewFirst = isFirst && (wasPending || !wasFirst)
  useEffect(() => {
    // Not from the page, where the frame is not on show yet or stands in the page.
    if (isPending || !(takesFocus || isNewFirst) || !document.hasFocus()) return
    // The screen could give it to its heading alone; who has gone on from there while the rows came keeps it.
    const isLeft = ['H1', 'BODY'].includes(document.activeElement?.tagName ?? 'BODY')
    if ((wasPending || isNewFirst) && !isLeft) return
    first.current?.querySelector<HTMLElement>('button, input')?.focus()
  }, [takesFocus, isNewFirst, isPending, wasPending])
  return ways.map((it, index) => (
    <div className={styles.entry} key={wayName(it.way)} ref={index === 0 ? first : undefined}>
      {isOpen(it) ? (
        <it.Row isFirst={isFirst && index === 0 && !takesFocus} />
      ) : (
        <div className={styles.pending} />
      )}
      {isOpen(it) && loginName(it.way) === hinted ? (
        <span className={styles.hint}>{say('login.lastUsed')}</span>
      ) : null}
    </div>
  ))
}
