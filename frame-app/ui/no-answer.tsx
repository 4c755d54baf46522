import { useEffect, useState } from 'react'
import { say } from '../words/say.ts'
import { Button } from './button.tsx'
import { useKernel } from './kernel-context.ts'
import styles from './no-answer.module.css'
import { useStore } from './use-flow.ts'

/** Without an answer for this long a screen says so, and offers another way (contract §9). */
export const NO_ANSWER_MS = 4_000

export interface NoAnswerProps {
  /** Something that somebody else has to answer is under way. */
  readonly isWaiting: boolean
  /** Gives it up for another way. */
  onOther(): void
}

/** Says that there is no answer yet; a captcha that waits for the person is not one that does not come. */
export function NoAnswer({ isWaiting, onOther }: NoAnswerProps) {
  const isTheirs = useStore(useKernel().captcha).some(({ widget }) => widget?.needsPerson)
  const isOpen = isWaiting && !isTheirs
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    const timer = setTimeout(() => setIsLate(true), NO_ANSWER_MS)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isOpen])
  return (
    <div className={styles.note}>
      <span role="status">{isLate ? say('wait.noAnswer') : null}</span>
      {isLate ? (
        <Button look="quiet" onClick={onOther}>
          {say('wait.otherWay')}
        </Button>
      ) : null}
    </div>
  )
}
