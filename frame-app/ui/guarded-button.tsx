import { ApproveOffNote } from './approve-off-note.tsx'
import { Button, type ButtonProps } from './button.tsx'
import { useApprovalGuard } from './use-approval-guard.ts'

export interface GuardedButtonProps extends Omit<ButtonProps, 'onClick' | 'ref'> {
  /** Identity of what the press decides; a change starts the wait anew. */
  readonly guards: string
  /** Says below why it stays off. Of several in one card one says it for all. */
  readonly tellsWhy?: boolean
  /** Absent: the form that it submits does the work. */
  onPress?(): void
}

/** The button of an answer that has consequences: it takes a press only after its card was in sight, as Approve does. */
export function GuardedButton({
  guards,
  onPress,
  tellsWhy = true,
  disabled = false,
  isBusy = false,
  ...rest
}: GuardedButtonProps) {
  const { button, status } = useApprovalGuard({
    requestId: guards,
    movesValue: false,
    onApprove: () => onPress?.(),
  })
  return (
    <>
      {/* While it is busy it takes no press anyway, and keeps the focus. */}
      <Button {...rest} {...button} disabled={disabled || (button.disabled && !isBusy)} isBusy={isBusy} />
      {tellsWhy ? <ApproveOffNote reason={status === 'covered' ? 'covered' : null} /> : null}
    </>
  )
}
