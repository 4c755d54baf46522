import { type ReactNode, useEffect, useState } from 'react'
import { NO_ANSWER_MS } from '../ui/no-answer.tsx'
import { say } from '../words/say.ts'
import styles from './wallet-login.module.css'

/** What a person is offered where somebody else has to answer and does not. Begins anew with each attempt: give it the `key` of one. */
export function Late({ children }: { readonly children: ReactNode }) {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), NO_ANSWER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <p className={styles.late} role="status">
        {isLate ? say('wait.noAnswer') : null}
      </p>
      {isLate ? children : null}
    </>
  )
}
