import { admitsPress } from '../ui/approval-guard.ts'
import type { InSight } from './in-sight.ts'

/**
 * A button that takes a press of its person alone, and only after the document has been in sight for a moment.
 * @param isReady whether there is something to press for; absent: always
 */
export function guardPress(
  button: HTMLButtonElement,
  sight: InSight,
  onPress: () => void,
  isReady: () => boolean = () => true,
): { refresh(): void } {
  let pressedAtMs: number | null = null
  const refresh = () => {
    button.disabled = sight.now().status !== 'armed' || !isReady()
  }
  button.type = 'button'
  button.addEventListener('pointerdown', event => {
    pressedAtMs = event.timeStamp
  })
  button.addEventListener('keydown', ({ repeat, timeStamp }) => {
    // A key that repeats here without having gone down here was held when the focus came.
    pressedAtMs = repeat ? (pressedAtMs ?? Number.NEGATIVE_INFINITY) : timeStamp
  })
  button.addEventListener('click', ({ isTrusted, detail: count }) => {
    const press = { isTrusted, count, pressedAtMs }
    pressedAtMs = null
    if (!admitsPress(sight.now(), press) || !isReady()) return
    // A key presses a button that is scrolled out of sight, too.
    if (sight.holds(button)) onPress()
    else button.scrollIntoView({ block: 'nearest' })
  })
  sight.onChange(refresh)
  refresh()
  return { refresh }
}
