/**
 * The second factor that an operation of a wallet takes (contract §6.4). What it must guarantee:
 *  - the proof is in memory alone: it ends with the page, the session and its own time;
 *  - operations that need one at once ask once, and each of them runs again once, never more;
 *  - nobody waits for ever: who is asked can leave, and is given up after a while.
 */

import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { MFA_LIFETIME_MS } from '@vitrine/shared/mfa/limits.ts'
import { createStore, type ReadableStore } from '../core/store.ts'

/** What a person is asked for, in the place where they are. */
export interface AskedMfa {
  /** A factor that they have, or that they set one up: the operator wants one for this, and there is none. */
  readonly kind: 'prove' | 'enroll'
  /** The factor is proven, or is there. */
  onDone(): void
  /** @param failure why it could not be; absent: they did not want to */
  onLeft(failure?: VitrineError): void
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined
  /** `false`: nobody is there who began this, and would understand the question. */
  readonly mayAsk?: boolean
}

export interface Mfa {
  readonly asked: ReadableStore<AskedMfa | null>
  /**
   * Does what may take a second factor, and does it again once that is proven.
   * @throws VitrineError `mfa_canceled` | `mfa_timeout` | `mfa_verification_max_attempts_reached` when it is not;
   *   `missing_or_invalid_mfa` | `missing_mfa_enrollment` where nobody may be asked
   */
  run<T>(work: () => Promise<T>, options?: RunOptions): Promise<T>
  /** Has the person prove a factor, unless they just did. @throws VitrineError as `run`; `missing_mfa_enrollment`: they have none */
  prompt(): Promise<void>
  /** Whether who is logged in has a factor, of those too that no page is told of. */
  hasFactor(): boolean
  /** A proof that the signer gave. @param token `mfaToken` of `shared/api/mfa.ts` */
  keep(token: string): Promise<void>
}

export interface MfaParts {
  /** Has each call of this person carry the proof, or none. */
  carry(token: string | undefined): Promise<void>
  /** Forgets what on-device wallets have open: it takes a proof again. */
  lockVault(): Promise<void>
  /** What is on show; `null`: nothing, and a screen has to be opened to ask in. */
  readonly shown: ReadableStore<{ readonly kind: string } | null>
  /** Opens that screen; settles when it ends. */
  show(): Promise<unknown>
  /** The person's factors that a page may know of. */
  methods(): readonly string[]
  hasFactor(): boolean
  /** The page asks its person itself (`mfa.noPromptOnMfaRequired`), and hears when. */
  isPageAsking(): boolean
  tellPage(methods: readonly string[]): void
  /** Calls back when the session ends, or becomes another person's. */
  onOtherPerson(listener: () => void): void
}

/** A person who has not answered by then is not there: longer than a code is good for makes no sense (contract §5). */
export const ASKED_LIMIT_MS = 9 * 60_000
/** A proof is dropped before its end: one that expires on its way is refused. */
const SPARE_MS = 5_000

export function createMfa(parts: MfaParts): Mfa {
  const asked = createStore<AskedMfa | null>(null)
  /** What is asked now, for how many. */
  let asking: { readonly kind: AskedMfa['kind']; readonly end: Promise<void>; waiting: number } | undefined
  /** Counts the proofs: work that began before the latest has been sent without it. */
  let proofs = 0
  let isProven = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let isShowing = false

  const drop = async () => {
    clearTimeout(timer)
    isProven = false
    await parts.carry(undefined)
  }
  const canceled = () => clientError('mfa_canceled', 'The person left before they proved a second factor.')

  const begin = (kind: AskedMfa['kind']) => {
    const end = new Promise<void>((resolve, reject) => {
      const settle = (outcome: () => void) => {
        clearTimeout(limit)
        asking = undefined
        asked.set(null)
        outcome()
      }
      const limit = setTimeout(
        () =>
          settle(() =>
            reject(clientError('mfa_timeout', 'Nobody proved a second factor in time. Try again.')),
          ),
        ASKED_LIMIT_MS,
      )
      asked.set({
        kind,
        onDone: () => settle(resolve),
        onLeft: failure => settle(() => reject(failure ?? canceled())),
      })
    })
    return { kind, end, waiting: 0 }
  }

  /** Asks, or waits with those who have. Who gives up leaves the others; the last one takes the question along. */
  const ask = async (kind: AskedMfa['kind'], signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted()
    // Set before its screen comes: that can come at once.
    asking ??= begin(kind)
    const mine = asking
    mine.waiting++
    place()
    let stop = () => {}
    const given = new Promise<never>((_, reject) => {
      stop = () => reject(signal?.reason)
      signal?.addEventListener('abort', stop)
    })
    try {
      await Promise.race([mine.end, given])
    } finally {
      signal?.removeEventListener('abort', stop)
      if (--mine.waiting === 0 && asking === mine) asked.get()?.onLeft()
    }
  }

  /** Where a screen is on show the question stands in its place (`requests/app.tsx`). Else it has a screen of its own. */
  function place() {
    if (asked.get() === null || parts.shown.get() !== null || isShowing) return
    isShowing = true
    parts
      .show()
      .then(
        () => asked.get()?.onLeft(),
        error => asked.get()?.onLeft(error instanceof VitrineError ? error : undefined),
      )
      .finally(() => {
        isShowing = false
        place()
      })
  }
  parts.shown.subscribe(place)
  parts.onOtherPerson(() => {
    asked.get()?.onLeft()
    void drop()
  })

  return {
    asked,
    hasFactor: parts.hasFactor,
    async run(work, { signal, mayAsk = true } = {}) {
      const before = proofs
      try {
        return await work()
      } catch (error) {
        const kind = neededBy(error)
        if (kind === null) throw error
        // Proven meanwhile, for another.
        if (kind === 'prove' && proofs !== before) return work()
        if (kind === 'prove') await drop()
        if (!mayAsk) throw error
        // There a person is on their own: no call of the page waits for what they do.
        if (parts.isPageAsking() && !OWN.has(parts.shown.get()?.kind)) {
          parts.tellPage(parts.methods())
          throw error
        }
        await ask(kind, signal)
      }
      try {
        return await work()
      } catch (error) {
        // Who has just set a factor up has not proven it for this yet.
        if (neededBy(error) !== 'prove' || isProven) throw error
        await ask('prove', signal)
        return work()
      }
    },
    async prompt() {
      if (!parts.hasFactor()) throw clientError('missing_mfa_enrollment', NO_FACTOR)
      if (!isProven) await ask('prove', undefined)
    },
    async keep(token) {
      await parts.carry(token)
      proofs++
      isProven = true
      clearTimeout(timer)
      timer = setTimeout(() => {
        void drop()
        // What it opened ends with it: the next signature takes a share, and a share a proof.
        parts.lockVault().catch(() => {})
      }, MFA_LIFETIME_MS - SPARE_MS)
    },
  }
}

/** The account, and the screens of second factors. */
const OWN: ReadonlySet<string | undefined> = new Set(['account', 'enroll-mfa', 'unenroll-mfa'])

const NO_FACTOR = 'This user has no second factor. Call enrollMfa() first.'

/** What a refusal asks for; `null`: it is about something else. */
function neededBy(error: unknown): AskedMfa['kind'] | null {
  if (!(error instanceof VitrineError)) return null
  if (error.code === 'missing_mfa_enrollment') return 'enroll'
  return error.code === 'missing_or_invalid_mfa' ? 'prove' : null
}
