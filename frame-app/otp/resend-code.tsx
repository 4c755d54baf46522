import { useId } from 'react'
import { Button } from '../ui/button.tsx'
import { useCountdown } from '../ui/use-countdown.ts'
import { useStore } from '../ui/use-flow.ts'
import { say } from '../words/say.ts'
import type { CodeFlow } from './code-flow.ts'
import styles from './code-screen.module.css'

/** Asks for another code, once the time that the server wants between two has passed. */
export function ResendCode({ flow }: { flow: CodeFlow }) {
  const state = useStore(flow)
  const seconds = useCountdown(('resendAtMs' in state ? state.resendAtMs : null) ?? 0)
  const waitId = useId()
  const isWaiting = state.status === 'awaiting-code-input' && seconds > 0
  return (
    <div className={styles.resend}>
      <Button
        aria-describedby={isWaiting ? waitId : undefined}
        // Not `disabled`, which would take the focus from who has just pressed it; the flow refuses an early press.
        aria-disabled={isWaiting || undefined}
        isBusy={state.status === 'sending-code'}
        look="quiet"
        onClick={() => flow.send({ type: 'resend', atMs: Date.now() })}
      >
        {say('code.resend')}
      </Button>
      {isWaiting ? (
        <span className={styles.seconds} id={waitId}>
          {say('code.resendIn', { seconds })}
        </span>
      ) : null}
    </div>
  )
}
