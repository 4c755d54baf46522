import type { User } from '@vitrine/shared/api/client-user.ts'
import type { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Wallet } from '@vitrine/shared/wallet/wallet.ts'
import { createEmitter } from './emitter.ts'

/** What a page draws. Frozen; what did not change keeps its identity. */
export interface VitrineState {
  /** The frame is connected and the session restored. */
  readonly ready: boolean
  /** Somebody is logged in. */
  readonly authenticated: boolean
  /** Who; `null` for nobody. */
  readonly user: User | null
  /** Theirs, and those that are connected; the first of its chain is asked for what is signed. */
  readonly wallets: readonly Wallet[]
  /** The dialog is on screen. */
  readonly isOpen: boolean
  /** Why the instance could not become ready. */
  readonly error: VitrineError | null
}

/** Snapshots of the state: each is frozen, and what did not change keeps its identity. */
export function createStore() {
  const changes = createEmitter<{ change: undefined }>()
  let state: VitrineState = Object.freeze({
    ready: false,
    authenticated: false,
    user: null,
    wallets: [],
    isOpen: false,
    error: null,
  })

  return {
    get: () => state,
    subscribe: (listener: () => void) => changes.on('change', listener),
    /** Returns the names of what changed. */
    change(patch: Partial<VitrineState>): string[] {
      const next = { ...patch }
      let key: keyof VitrineState
      for (key in next) if (JSON.stringify(next[key]) === JSON.stringify(state[key])) delete next[key]
      const changed = Object.keys(next)
      if (changed[0]) {
        state = Object.freeze({ ...state, ...next })
        changes.emit('change')
      }
      return changed
    },
  }
}
