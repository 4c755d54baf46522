import { useEffect, useState } from 'react'
import styles from '../../requests/sign-message/screen.module.css'
import type { GuardState } from '../../ui/approval-guard.ts'
import { say } from '../../words/say.ts'

/** A cover that goes by, such as a cursor's tooltip, needs no words. */
const PATIENCE_MS = 1_200

/** Says why Approve stays off. */
export function CoverNote({ status }: { status: GuardState['status'] }) {
  const [isLasting, setIsLasting] = useState(false)
  useEffect(() => {
    setIsLasting(false)
    if (status !== 'covered') return
    const timer = setTimeout(() => setIsLasting(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [status])
  if (status === 'refused') return <p className={styles.note}>{say('sign.needsWindow')}</p>
  return isLasting ? (
    <p className={styles.note} role="status">
      {say('sign.covered')}
    </p>
  ) : null
}
