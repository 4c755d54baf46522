import { useEffect, useState } from 'react'
import { say } from '../words/say.ts'
import styles from './approve-off-note.module.css'

/** A passing cover, such as a cursor's tooltip, needs no words. */
const LASTING_MS = 1_200

export interface ApproveOffNoteProps {
  /** `covered`: something lies over the button. */
  readonly reason: 'covered' | null
  readonly className?: string | undefined
}

/** Says why Approve stays off, once it has been off for a moment. */
export function ApproveOffNote({ reason, className = '' }: ApproveOffNoteProps) {
  const [isLasting, setIsLasting] = useState(false)
  useEffect(() => {
    setIsLasting(false)
    if (reason === null) return
    const timer = setTimeout(() => setIsLasting(true), LASTING_MS)
    return () => clearTimeout(timer)
  }, [reason])
  return isLasting && reason !== null ? (
    <p className={`${styles.note} ${className}`} role="status">
      {say('sign.covered')}
    </p>
  ) : null
}
