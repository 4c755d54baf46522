import type { Way } from '@vitrine/shared/login/registry.ts'
import type { ReactNode } from 'react'
import { ChoiceRow } from '../ui/choice-row.tsx'
import { LazyScreen, type LoadScreen, preload } from '../ui/lazy-screen.tsx'
import type { LoginContext, LoginMethodView } from './login-method.ts'

export interface MethodCardProps {
  readonly context: LoginContext
  /** Back to the landing. */
  onBack(): void
  onClose(): void
}

export interface CardMethod {
  /** The row's accessible name, read when it is drawn: the language is known by then. */
  label(way: Way): string
  /** The dialog's name while the card's code is on its way. */
  title(way: Way): string
  icon(way: Way): ReactNode
  /** The card with its flow. A module-level constant. */
  readonly load: LoadScreen<MethodCardProps>
  /** `false` for code that is large and rarely used. */
  readonly isPrefetched: boolean
  /** What goes on beside the landing; `show` opens the card. @returns its end */
  readonly besideLanding?: (context: LoginContext, show: () => void) => () => void
}

/** A method that is a button on the landing; pressed, it has the card to itself, and its code comes by then. */
export function cardMethod({
  label,
  title,
  icon,
  load,
  isPrefetched,
  besideLanding,
}: CardMethod): LoginMethodView {
  return {
    ...(isPrefetched && { prefetch: () => preload(load) }),
    open(context) {
      const listeners = new Set<() => void>()
      let isOpen = false
      const setOpen = (next: boolean) => {
        isOpen = next
        for (const listener of [...listeners]) listener()
      }
      const end = besideLanding?.(context, () => setOpen(true))
      return {
        hasCard: {
          get: () => isOpen,
          subscribe(listener) {
            listeners.add(listener)
            return () => listeners.delete(listener)
          },
        },
        Row: ({ isFirst }) => (
          <ChoiceRow
            icon={icon(context.way)}
            isFirst={isFirst}
            label={label(context.way)}
            onPress={() => {
              // What the person has chosen is not to be disturbed by it.
              end?.()
              setOpen(true)
            }}
          />
        ),
        Card: ({ onClose }) => (
          <LazyScreen
            load={load}
            onClose={onClose}
            props={{ context, onBack: () => setOpen(false), onClose }}
            title={title(context.way)}
          />
        ),
        rest: () => end?.(),
        close() {
          end?.()
          listeners.clear()
        },
      }
    },
  }
}
