import { useId } from 'react'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import styles from './approve-button.module.css'

export interface ApproveButtonProps extends Omit<ButtonProps, 'children'> {
  /** The button's name. */
  readonly label: string
  /** What a press approves; it stands below the name. */
  readonly act: string
  /** It is about to be live: the time that its card has been in sight fills it. */
  readonly isArming?: boolean
}

/** The button that approves says what it approves: it can be all that a page lets a person see. */
export function ApproveButton({ label, act, isArming = false, ...rest }: ApproveButtonProps) {
  const id = useId()
  return (
    <Button {...rest} aria-describedby={id} data-arming={isArming || undefined}>
      <span className={styles.lines}>
        <span>{label}</span>
        {/* Part of the description, and not of the name, by which sites’ tests find the button. */}
        <bdi aria-hidden="true" className={styles.act} id={id}>
          {act}
        </bdi>
      </span>
    </Button>
  )
}
