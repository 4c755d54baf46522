import { createContext, type RefObject, useContext } from 'react'

export interface Shell {
  /** What Escape and a click beside the card do; `null` where the screen cannot be left that way. */
  readonly leave: RefObject<(() => void) | null>
  /** Height in px of the screen that was last on show: the next one grows or shrinks from it. */
  readonly height: RefObject<number | null>
  /** Another screen is on show in the place of those in here. */
  readonly isCovered?: boolean
}

export const ShellContext = createContext<Shell | null>(null)

export function useShell(): Shell {
  const shell = useContext(ShellContext)
  if (shell === null) throw new TypeError('A screen stands outside of <Shell>')
  return shell
}
