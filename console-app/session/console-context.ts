import { useStore } from '@vitrine/frame-app/ui/use-flow.ts'
import type { Me } from '@vitrine/shared/api/console/operator.ts'
import { createContext, useContext } from 'react'
import type { Send } from '../http/client.ts'
import type { Confirmed } from './confirm.ts'
import { manages, type Session } from './session.ts'

/** What screens work with. */
export interface Console {
  readonly send: Send
  readonly session: Session
  /** What a screen leaves for when it is shown again; it goes with the page, and with a sign-out. */
  readonly kept: Map<string, unknown>
  /** Has the operator use their passkey for one thing. @returns what its call takes */
  confirm(what: Confirmed): Promise<string>
}

export const ConsoleContext = createContext<Console | null>(null)

export function useConsole(): Console {
  const value = useContext(ConsoleContext)
  if (value === null) throw new TypeError('A screen stands outside of <ConsoleContext>')
  return value
}

/** Who is logged in, or was until just now: screens stay while they sign in again. */
export function useMe(): Me {
  const state = useStore(useConsole().session.state)
  if (!('me' in state)) throw new TypeError('Nobody is logged in')
  return state.me
}

/** Whether this operator may change the app; who may not sees no button that does. */
export const useManages = (appId: string): boolean => manages(useMe(), appId)
