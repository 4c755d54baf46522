import type { SignInParts } from '@vitrine/shared/wallet/sign-in-message.ts'
import type { EthereumChain } from '../chains/ethereum/ports.ts'
import type { Machine, Step } from '../core/flow.ts'
import type { Chosen, Manner, Reached } from './choice.ts'
import type { WalletFailure } from './wallet-failure.ts'

/**
 * Bringing in a wallet, and signing in with it (contract §5, SIWE and SIWS). Statuses are the public ones; a wallet is chosen and
 * connected while the status is still `initial`. To connect alone ends where signing would begin.
 */
export type WalletState<Result> =
  | { readonly status: 'initial'; readonly step: 'choosing'; readonly attempt: number }
  | ({ readonly status: 'initial'; readonly step: 'connecting' } & Connecting)
  | ({ readonly status: 'initial'; readonly step: 'switching' } & Held)
  /** A wallet that would open the account from then on: the person says so first. */
  | ({ readonly status: 'initial'; readonly step: 'confirming' } & Held)
  | ({ readonly status: 'generating-message' } & Held)
  | ({ readonly status: 'awaiting-signature' } & Held)
  | ({ readonly status: 'submitting-signature' } & Held)
  | { readonly status: 'done'; readonly attempt: number; readonly result: Result }
  | WalletError

interface Connecting {
  readonly attempt: number
  readonly chosen: Chosen
  /** What the QR code stands for, once there is one. */
  readonly uri: string | null
  /** The code before it is good no more: it expired, or the phone's app turned it away. */
  readonly wasReset: boolean
}

interface Held {
  readonly attempt: number
  readonly chosen: Chosen
  readonly reached: Reached
  readonly manner: Manner
}

export interface WalletError {
  readonly status: 'error'
  readonly attempt: number
  readonly chosen: Chosen
  readonly failure: WalletFailure
  /** What another try goes on with; `null`: it connects anew. */
  readonly reached: Reached | null
  readonly manner: Manner
}

/** What is sent to the server. */
export interface SignedMessage {
  readonly message: string
  readonly signature: string
  readonly messageType: 'plain' | 'transaction' | 'offchain-message'
  /** Of EIP-155; `null` on Solana. */
  readonly chainId: number | null
}

/** What the wallet is to sign, and the message's own facts. */
export interface PreparedMessage {
  readonly parts: SignInParts
  /** Of EIP-155; `null` on Solana. */
  readonly chainId: number | null
}

export type WalletEvent<Result> =
  /** Another wallet or another line to it, whatever is under way but the sending of a signature. */
  | { readonly type: 'choose'; readonly chosen: Chosen }
  /** The same once more, where it failed or does not answer. */
  | { readonly type: 'retry'; readonly manner?: Manner }
  | { readonly type: 'confirm' }
  | { readonly type: 'back' }
  | { readonly type: 'uri'; readonly attempt: number; readonly uri: string }
  /** The code is void; another one follows. */
  | { readonly type: 'reset'; readonly attempt: number }
  | {
      readonly type: 'connected'
      readonly attempt: number
      readonly reached: Reached
      readonly manner: Manner
      /** The chain that the wallet is asked to go to; `null`: it is on one that will do. */
      readonly switchTo: EthereumChain | null
    }
  /** Whether or not it went there: a signature needs no chain, and whoever declines has said so. */
  | { readonly type: 'switched'; readonly attempt: number }
  | { readonly type: 'prepared'; readonly attempt: number; readonly message: PreparedMessage }
  | { readonly type: 'signed'; readonly attempt: number; readonly signed: SignedMessage }
  | { readonly type: 'authenticated'; readonly attempt: number; readonly result: Result }
  /** @param manner for the next try, where this one's is not the wallet's */
  | {
      readonly type: 'failed'
      readonly attempt: number
      readonly failure: WalletFailure
      readonly manner?: Manner | undefined
    }
  /** The wallet has another account in use, or (`null`) none: what was prepared is for nobody. */
  | { readonly type: 'left'; readonly address: string | null; readonly failure: WalletFailure }

export type WalletEffect = { readonly attempt: number } & (
  | { readonly type: 'connect'; readonly chosen: Chosen }
  | { readonly type: 'switch'; readonly reached: Reached; readonly chain: EthereumChain }
  | { readonly type: 'prepare'; readonly reached: Reached }
  | {
      readonly type: 'sign'
      readonly reached: Reached
      readonly manner: Manner
      readonly message: PreparedMessage
    }
  | { readonly type: 'submit'; readonly reached: Reached; readonly signed: SignedMessage }
)

/** What comes after a wallet is connected: it signs at once; when the person has confirmed that; or nothing does. */
export type Plan<Result> =
  | { readonly next: 'sign' }
  | { readonly next: 'confirm' }
  | { readonly next: 'nothing'; result(reached: Reached): Result }

export const walletMachine = <Result>(
  plan: Plan<Result>,
): Machine<WalletState<Result>, WalletEvent<Result>, WalletEffect> => ({
  initial: { status: 'initial', step: 'choosing', attempt: 0 },
  reduce: (state, event) => reduce(state, event, plan),
})

type Stepped<R> = Step<WalletState<R>, WalletEffect>

function reduce<R>(state: WalletState<R>, event: WalletEvent<R>, plan: Plan<R>): Stepped<R> {
  // What is sent is sent: the server's answer alone ends it.
  const isSent = state.status === 'submitting-signature' || state.status === 'done'
  const attempt = state.attempt + 1
  if ('attempt' in event) return event.attempt === state.attempt ? answer(state, event, plan) : [state, []]
  if (isSent) return [state, []]
  switch (event.type) {
    case 'choose':
      return connect(event.chosen, attempt)
    case 'back':
      if (state.status === 'initial' && state.step === 'choosing') return [state, []]
      return [{ status: 'initial', step: 'choosing', attempt }, []]
    case 'retry': {
      if (!('chosen' in state)) return [state, []]
      if (!('reached' in state) || state.reached === null) return connect(state.chosen, attempt)
      const { chosen, reached } = state
      const held = { attempt, chosen, reached, manner: event.manner ?? state.manner }
      // Where it failed it may be for another account by now, which is to be confirmed as the first was.
      const isConfirmed = state.status === 'generating-message' || state.status === 'awaiting-signature'
      return isConfirmed ? prepare(held) : afterChain(held, plan)
    }
    case 'confirm':
      if (state.status !== 'initial' || state.step !== 'confirming') return [state, []]
      return prepare({ ...heldOf(state), attempt })
    case 'left': {
      if (!('reached' in state) || state.reached?.address === event.address) return [state, []]
      const { chosen, manner } = state
      const reached = state.reached && event.address ? { ...state.reached, address: event.address } : null
      // Nothing is asked of it yet: what is connected, or to be confirmed, is the account that is in use now.
      if (reached && state.status === 'initial' && plan.next !== 'sign') return [{ ...state, reached }, []]
      if (state.status === 'error') return [{ ...state, reached }, []]
      return [{ status: 'error', attempt, chosen, manner, reached, failure: event.failure }, []]
    }
  }
}

/** What something that ran has come to, in the attempt that it ran for. */
function answer<R>(
  state: WalletState<R>,
  event: Extract<WalletEvent<R>, { attempt: number }>,
  plan: Plan<R>,
): Stepped<R> {
  const { attempt } = state
  const isConnecting = state.status === 'initial' && state.step === 'connecting'
  switch (event.type) {
    case 'uri':
      if (!isConnecting) return [state, []]
      return [{ ...state, uri: event.uri }, []]
    case 'reset':
      if (!isConnecting) return [state, []]
      return [{ ...state, uri: null, wasReset: true }, []]
    case 'connected': {
      if (!isConnecting) return [state, []]
      const { reached, manner, switchTo } = event
      const held = { attempt: attempt + 1, chosen: state.chosen, reached, manner }
      if (switchTo === null) return afterChain(held, plan)
      return [
        { status: 'initial', step: 'switching', ...held },
        [{ type: 'switch', attempt: held.attempt, reached, chain: switchTo }],
      ]
    }
    case 'switched':
      if (state.status !== 'initial' || state.step !== 'switching') return [state, []]
      return afterChain({ ...heldOf(state), attempt: attempt + 1 }, plan)
    case 'prepared': {
      if (state.status !== 'generating-message') return [state, []]
      const held = heldOf(state)
      const { reached, manner } = held
      return [
        { status: 'awaiting-signature', ...held },
        [{ type: 'sign', attempt, reached, manner, message: event.message }],
      ]
    }
    case 'signed': {
      if (state.status !== 'awaiting-signature') return [state, []]
      const held = heldOf(state)
      return [
        { status: 'submitting-signature', ...held },
        [{ type: 'submit', attempt, reached: held.reached, signed: event.signed }],
      ]
    }
    case 'authenticated':
      if (state.status !== 'submitting-signature') return [state, []]
      return [{ status: 'done', attempt, result: event.result }, []]
    case 'failed': {
      if (!('chosen' in state) || state.status === 'error') return [state, []]
      const reached = 'reached' in state ? state.reached : null
      const manner = event.manner ?? ('manner' in state ? state.manner : 'plain')
      return [{ status: 'error', attempt, chosen: state.chosen, failure: event.failure, reached, manner }, []]
    }
  }
}

function connect<R>(chosen: Chosen, attempt: number): Stepped<R> {
  return [
    { status: 'initial', step: 'connecting', attempt, chosen, uri: null, wasReset: false },
    [{ type: 'connect', attempt, chosen }],
  ]
}

function afterChain<R>(held: Held, plan: Plan<R>): Stepped<R> {
  const { attempt, reached } = held
  switch (plan.next) {
    case 'nothing':
      return [{ status: 'done', attempt, result: plan.result(reached) }, []]
    case 'confirm':
      return [{ status: 'initial', step: 'confirming', ...held }, []]
    case 'sign':
      return prepare(held)
  }
}

const prepare = <R>(held: Held): Stepped<R> => [
  { status: 'generating-message', ...held },
  [{ type: 'prepare', attempt: held.attempt, reached: held.reached }],
]

const heldOf = ({ attempt, chosen, reached, manner }: Held): Held => ({ attempt, chosen, reached, manner })
