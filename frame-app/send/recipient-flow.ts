import { type Flow, type Machine, type Step, startFlow } from '../core/flow.ts'
import { wait } from '../core/wait.ts'
import type { ResolvedName } from './names/ens.ts'
import type { NameService } from './names/name-service.ts'
import type { RecipientProblem, TypedRecipient } from './recipient.ts'

/** Whom something goes to, by an address that is whole and right in itself. */
export interface ChosenRecipient {
  readonly address: string
  /** The name that was typed, where one was. */
  readonly name: string | null
}

/** `looking`: a node is asked for a name. */
export interface RecipientState {
  readonly status: 'still' | 'looking'
  readonly attempt: number
  /** As it stands in the field. */
  readonly text: string
  readonly recipient: ChosenRecipient | null
  readonly problem: RecipientProblem | null
}

export type RecipientEvent =
  /** Read again too when the coin changes, and with it the chain. */
  | { readonly type: 'typed'; readonly text: string; readonly read: TypedRecipient }
  | { readonly type: 'found'; readonly attempt: number; readonly recipient: ChosenRecipient }
  | { readonly type: 'refused'; readonly attempt: number; readonly problem: RecipientProblem }

export interface RecipientEffect {
  readonly attempt: number
  readonly name: string
  readonly service: NameService
}

export const recipientMachine: Machine<RecipientState, RecipientEvent, RecipientEffect> = {
  initial: { status: 'still', attempt: 0, text: '', recipient: null, problem: null },
  reduce(state, event): Step<RecipientState, RecipientEffect> {
    if (event.type === 'typed') {
      const { text, read } = event
      const attempt = state.attempt + 1
      const next = { status: 'still', attempt, text, recipient: null, problem: null } as const
      switch (read.kind) {
        case 'empty':
          return [next, []]
        case 'problem':
          return [{ ...next, problem: read.problem }, []]
        case 'address':
          return [{ ...next, recipient: { address: read.address, name: null } }, []]
        case 'name':
          return [{ ...next, status: 'looking' }, [{ attempt, name: read.name, service: read.service }]]
      }
    }
    // An answer about a name that does not stand there any more.
    if (state.status !== 'looking' || event.attempt !== state.attempt) return [state, []]
    return event.type === 'found'
      ? [{ ...state, status: 'still', recipient: event.recipient }, []]
      : [{ ...state, status: 'still', problem: event.problem }, []]
  },
}

/** Ms without a key before a node learns what is typed. */
const PAUSE_MS = 350

export interface RecipientWork {
  /** Asks the chain's own node. */
  resolve(name: string, service: NameService, signal: AbortSignal): Promise<ResolvedName>
  /** What was found is judged as what is typed. */
  check(address: string): Exclude<TypedRecipient, { kind: 'empty' | 'name' }>
}

/** Follows what is typed as a recipient, and looks up the names. */
export const startRecipient = (work: RecipientWork): Flow<RecipientState, RecipientEvent> =>
  startFlow(recipientMachine, async ({ attempt, name, service }, signal): Promise<RecipientEvent> => {
    const refused = (problem: RecipientProblem) => ({ type: 'refused', attempt, problem }) as const
    try {
      await wait(PAUSE_MS, signal)
      signal.throwIfAborted()
      const found = await work.resolve(name, service, signal)
      if ('problem' in found) return refused(found.problem)
      const checked = work.check(found.address)
      if (checked.kind === 'problem') return refused(checked.problem)
      return { type: 'found', attempt, recipient: { address: checked.address, name } }
    } catch {
      return refused('noAnswer')
    }
  })
