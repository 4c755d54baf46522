import type { StepUpWays } from '@vitrine/shared/api/step-up.ts'
import { useEffect, useState } from 'react'
import { fetchWays } from '../../step-up/step-up-api.ts'
import { Button } from '../../ui/button.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { sayInstant } from '../../words/failure.ts'
import { say } from '../../words/say.ts'
import styles from './screen.module.css'

/** Says that this device may not sign yet, and since when it may; by another login it may at once. */
export function HeldDevice({ onConfirm }: { onConfirm(ways: StepUpWays['ways']): void }) {
  const { calls } = useKernel().operations
  const [found, setFound] = useState<StepUpWays | null>(null)
  useEffect(() => {
    const page = new AbortController()
    // Who cannot be told now is told when something is refused.
    fetchWays(calls, 'release', false, page.signal).then(setFound, () => undefined)
    return () => page.abort()
  }, [calls])

  if (found === null || found.held_until === null) return null
  const { held_until: until, ways } = found
  return (
    <section className={styles.held}>
      <p>{say('stepUp.heldUntil', { time: sayInstant(until) })}</p>
      {ways.length > 0 ? (
        <Button look="plain" onClick={() => onConfirm(ways)}>
          {say('stepUp.confirm')}
        </Button>
      ) : null}
    </section>
  )
}
