import { createStore, type ReadableStore } from '@vitrine/frame-app/core/store.ts'
import { IDLE_SESSION_MS } from '@vitrine/shared/api/console/calls.ts'
import {
  enrolmentInitResponse,
  loginInitResponse,
  type Me,
  meResponse,
  type OperatorRole,
} from '@vitrine/shared/api/console/operator.ts'
import type {
  Assertion,
  Attestation,
  CreationOptions,
  RequestOptions,
} from '@vitrine/shared/api/login/passkey.ts'
import * as z from 'zod/mini'
import type { Send } from '../http/client.ts'
import { type ConsoleFailure, failureOf } from '../http/failure.ts'

export type SessionState =
  | { readonly status: 'checking' }
  | { readonly status: 'unreachable'; readonly failure: ConsoleFailure }
  | { readonly status: 'anonymous' }
  /** `endsAt`: by this device's clock, unix ms; when nothing is done until then. `isFinal`: using it does not move that. */
  | { readonly status: 'active'; readonly me: Me; readonly endsAt: number; readonly isFinal: boolean }
  /** It ended while somebody was at work: what is on the screen stays until they are back. */
  | { readonly status: 'ended'; readonly me: Me }

export interface Session {
  readonly state: ReadableStore<SessionState>
  /** Asks the server who is logged in. Does not reject. */
  check(): Promise<void>
  /** @throws VitrineError with a sentence */
  logIn(): Promise<void>
  /** Who the link is for. @throws VitrineError with a sentence */
  beginEnrolment(token: string): Promise<z.infer<typeof enrolmentInitResponse>>
  /** @throws VitrineError with a sentence */
  enrol(token: string, options: CreationOptions): Promise<void>
  /** @throws VitrineError with a sentence */
  logOut(): Promise<void>
  /** The server does not know the session any more. */
  end(): void
  /** A call was answered, which moves the end of a session that is used. */
  use(): void
}

export interface SessionParts {
  readonly send: Send
  /** What the browser does with passkeys: `ceremony.ts`. */
  readonly passkeys: {
    create(options: CreationOptions): Promise<Attestation>
    use(options: RequestOptions): Promise<Assertion>
  }
  now(): number
  /** Another person is logged in now than the one whose work is on the screen: nothing of it may stay. */
  onOtherOperator(): void
}

const anything = z.object({})

/** Who is logged in, and until when. */
export function createSession({ send, passkeys, now, onOtherOperator }: SessionParts): Session {
  const state = createStore<SessionState>({ status: 'checking' })
  /** By this device's clock, when the session ends however much it is used. */
  let finalAt = 0
  const begin = (me: Me) => {
    const before = state.get()
    if ('me' in before && before.me.operator.id !== me.operator.id) return onOtherOperator()
    // The server's clock as it was when it answered: the device's own may be wrong by more than a session takes.
    const serverNow = me.session.idle_at - IDLE_SESSION_MS
    finalAt = now() + Math.max(0, me.session.expires_at - serverNow)
    state.set({ status: 'active', me, ...endOf() })
  }
  const endOf = () => {
    const idleAt = now() + IDLE_SESSION_MS
    return { endsAt: Math.min(idleAt, finalAt), isFinal: finalAt <= idleAt }
  }
  const end = () => {
    const before = state.get()
    state.set('me' in before ? { status: 'ended', me: before.me } : { status: 'anonymous' })
  }
  return {
    state,
    end,
    use() {
      const before = state.get()
      if (before.status === 'active') state.set({ ...before, ...endOf() })
    },
    async check() {
      try {
        begin(await send({ path: '/console/me', answer: meResponse }))
      } catch (error) {
        const failure = failureOf(error)
        // What is at work goes on: its own calls tell of the network.
        if (failure.code !== 'missing_or_invalid_token' && state.get().status === 'checking')
          state.set({ status: 'unreachable', failure })
      }
    },
    async logIn() {
      const { options } = await send({
        method: 'POST',
        path: '/console/login/init',
        body: {},
        answer: loginInitResponse,
      })
      const authenticator_response = await passkeys.use(options)
      const body = { authenticator_response }
      begin(await send({ method: 'POST', path: '/console/login', body, answer: meResponse }))
    },
    beginEnrolment: token =>
      send({
        method: 'POST',
        path: '/console/enrolment/init',
        body: { token },
        answer: enrolmentInitResponse,
      }),
    async enrol(token, options) {
      const body = { token, authenticator_response: await passkeys.create(options) }
      begin(await send({ method: 'POST', path: '/console/enrolment', body, answer: meResponse }))
    },
    async logOut() {
      await send({ method: 'POST', path: '/console/logout', body: {}, answer: anything })
      state.set({ status: 'anonymous' })
    },
  }
}

/** What the operator may do with an app; `null`: nothing, they do not see it. */
export const roleIn = (me: Me, appId: string): OperatorRole | null =>
  me.apps.find(app => app.id === appId)?.role ?? null

/** Whether the operator may change anything of the app. */
export const manages = (me: Me, appId: string): boolean => roleIn(me, appId) === 'manager'
