import type { HeldItem } from '@vitrine/shared/api/held-back.ts'
import { useEffect, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { sayInstant } from '../../words/failure.ts'
import { say } from '../../words/say.ts'
import { fetchHeld, type HeldAnswer } from './held-api.ts'
import { HeldName } from './held-name.tsx'
import styles from './screen.module.css'

/** Ways in and devices that wait, as another device of the person shows them; nothing where nothing does. */
export function HeldList({ onAnswer }: { onAnswer(answer: HeldAnswer, held: HeldItem): void }) {
  const { calls } = useKernel().operations
  const [found, setFound] = useState<readonly HeldItem[]>([])
  const names = useId()
  useEffect(() => {
    const page = new AbortController()
    // The account does without it: each address was told by mail.
    fetchHeld(calls, page.signal).then(setFound, () => undefined)
    return () => page.abort()
  }, [calls])

  if (found.length === 0) return null
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{say('held.title')}</h2>
      <ul className={styles.list}>
        {found.map(held => (
          <li className={styles.held} key={held.id}>
            <p id={names + held.id}>
              <HeldName held={held} />
            </p>
            <p className={styles.none}>{say('held.until', { time: sayInstant(held.held_until) })}</p>
            <div className={styles.answers}>
              <Button aria-describedby={names + held.id} look="plain" onClick={() => onAnswer('allow', held)}>
                {say('held.allow')}
              </Button>
              <Button
                aria-describedby={names + held.id}
                look="danger"
                onClick={() => onAnswer('refuse', held)}
              >
                {say('held.refuse')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
