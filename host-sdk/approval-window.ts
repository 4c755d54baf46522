import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import type { GreetedFrame, GreetingParts } from './greet-frame.ts'

/** What a person approves, by the names of the page's methods, of Ethereum's and of Solana's. */
const ASKS =
  /^(personal_sign|eth_sign(TypedData_v4|Transaction|7702Authorization)|wallet_sendCalls|sign(Message|TypedData|Transaction|AndSendTransaction)|((eth|wallet)_)?sendTransaction|delegateWallet)$/

const FEATURES = 'popup,width=460,height=720'

interface Asked {
  /** `revokeWallets`: what takes away is pressed in the frame. */
  readonly stops?: unknown
  readonly method?: string
  readonly message?: unknown
  readonly params?: readonly unknown[]
  readonly inputs?: readonly { readonly message?: unknown }[]
}

/** How long a press counts where the browser does not say. Firefox opens a window for up to five seconds after one. */
const PRESS_MS = 1_000
/** Time on the document's timeline; `undefined` where the browser says itself whether the user has just pressed something. */
let pressedAt: number | undefined

/** Firefox before 120 does not tell a page of transient activation (HTML, "user activation"). */
function followPresses(): void {
  if (navigator.userActivation || pressedAt !== undefined) return
  pressedAt = -PRESS_MS
  const note = () => {
    pressedAt = performance.now()
  }
  for (const press of ['pointerup', 'keydown']) addEventListener(press, note, true)
}

const isActive = () =>
  navigator.userActivation?.isActive ?? performance.now() - (pressedAt ?? -PRESS_MS) < PRESS_MS

/** Windows that were opened by now: the frame gives them to this page's calls in their order. */
let opened = 0
/** Frames whose calls open windows, and whether somebody is logged in there. */
const sessions = new WeakMap<object, { isOpen: boolean }>()

/**
 * From now on the wallet's window is opened with a call that may need one, in the person's own click, so that it costs no click
 * of its own. The frame finds it, and says what becomes of it: without the frame it is empty, and the page cannot look into
 * it. Where nobody clicked, the frame asks the person to open one.
 */
export function open(
  { state, open: url }: Pick<FrameResult<'hello'>, 'state' | 'open'>,
  events: Pick<GreetingParts, 'onNotice'>,
  frame: Pick<GreetedFrame, 'call'>,
): void {
  const known = sessions.get(frame)
  if (known) {
    known.isOpen = state.authenticated
    return
  }
  const session = { isOpen: state.authenticated }
  sessions.set(frame, session)
  followPresses()
  const { onNotice } = events
  events.onNotice = notice => {
    if (notice.type === 'state') session.isOpen = notice.state.authenticated
    onNotice(notice)
  }
  const { call } = frame
  frame.call = (method, argument) => {
    const asked: Asked = (argument as Asked | undefined) ?? {}
    const isNeeded =
      session.isOpen && isActive() && ASKS.test(asked.method ?? method) && !asked.stops && !isSignIn(asked)
    // Before anything is awaited: a browser lets a page open a window in a click alone.
    const popup = isNeeded ? window.open(`${url}.${++opened}`, '_blank', FEATURES) : null
    const answer = call(method, argument)
    // Also when it was refused, or needed nobody.
    const close = () => popup?.close()
    answer.then(close, close)
    return answer
  }
}

/** The frame judges what is one; here a wrong guess costs a click. */
function isSignIn({ message, params, inputs }: Asked): boolean {
  const given = message ?? inputs?.[0]?.message ?? params?.[0]
  try {
    const text =
      typeof given !== 'string'
        ? new TextDecoder().decode(given as Uint8Array)
        : given.startsWith('0x')
          ? decodeURIComponent(given.slice(2).replace(/../g, '%$&'))
          : given
    return text.replace(/^https?:\/\//, '').startsWith(`${location.host} wants you to sign in with your `)
  } catch {
    return false
  }
}
