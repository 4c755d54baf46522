import { useCallback, useEffect, useRef, useState } from 'react'
import { useRouter } from '../router/link.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'

/** Asks who leaves a draft behind what is to become of it. */
export function LeaveDialog({ onDiscard }: { onDiscard(): void }) {
  const router = useRouter()
  const [isAsked, setIsAsked] = useState(false)
  const answer = useRef<(mayLeave: boolean) => void>(() => {})
  const ask = useCallback(
    () =>
      new Promise<boolean>(resolve => {
        answer.current = resolve
        setIsAsked(true)
      }),
    [],
  )
  useEffect(() => router.guard(ask), [router, ask])
  if (!isAsked) return null
  const choose = (mayLeave: boolean) => {
    setIsAsked(false)
    answer.current(mayLeave)
  }
  return (
    <Dialog onClose={() => choose(false)} title="Leave without saving?">
      <p>Your changes are not saved. You can keep them here until you close the console or sign out.</p>
      <DialogActions>
        <Button onClick={() => choose(false)}>Stay</Button>
        <Button
          look="danger"
          onClick={() => {
            onDiscard()
            choose(true)
          }}
        >
          Discard them
        </Button>
        <Button autoFocus look="primary" onClick={() => choose(true)}>
          Keep them and leave
        </Button>
      </DialogActions>
    </Dialog>
  )
}
