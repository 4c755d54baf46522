import { useEffect, useState } from 'react'
import { say } from '../../words/say.ts'
import styles from './approval-screen.module.css'

/** The browser tells what is in sight a moment after it is. */
const PATIENCE_MS = 1_200

/** Says why Approve stays off, where the dangers have not been in sight. */
export function NotScrolledNote() {
  const [isLasting, setIsLasting] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLasting(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLasting ? (
    <p className={styles.note} role="status">
      {say('approval.dangersNotScrolledTo')}
    </p>
  ) : null
}
