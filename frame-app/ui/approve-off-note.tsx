import { useEffect, useState } from 'react'
import { say } from '../words/say.ts'
import styles from './approve-off-note.module.css'

/** A passing cover, such as a cursor's tooltip, needs no words, nor does a danger that is about to be reported in sight. */
const LASTING_MS = 1_200

/** `covered`: something lies over the button. `not-scrolled-to`: a danger has not been in sight yet. */
export type ApproveOffReason = 'covered' | 'not-scrolled-to'

/** Says why Approve stays off, once it has been off for a moment. */
export function ApproveOffNote({ reason }: { reason: ApproveOffReason | null }) {
  const [isLasting, setIsLasting] = useState(false)
  useEffect(() => {
    setIsLasting(false)
    if (reason === null) return
    const timer = setTimeout(() => setIsLasting(true), LASTING_MS)
    return () => clearTimeout(timer)
  }, [reason])
  return isLasting && reason !== null ? (
    <p className={styles.note} role="status">
      {say(reason === 'covered' ? 'sign.covered' : 'approval.dangersNotScrolledTo')}
    </p>
  ) : null
}
