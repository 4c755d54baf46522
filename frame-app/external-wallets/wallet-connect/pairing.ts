import type { PairingOptions } from '../ports.ts'
import { unableToConnect } from './failures.ts'
import type { Client } from './line.ts'
import { type Asked, proposalOf } from './scope.ts'
import { within } from './within.ts'

export type Session = ReturnType<Client['session']['get']>

export interface PairingLimits {
  /** Until there is a code to show. */
  readonly uriMs: number
  /** How long a code is good: as long as the phone's own library takes one. */
  readonly codeMs: number
  /** For telling the phone of an end. */
  readonly farewellMs: number
}

/** The library's own words for a proposal that nobody answered in time. */
const EXPIRED = 'Proposal expired'
const VOID = new Error('The code is void')

/**
 * Shows a code until a phone answers it; a code that is void is followed by a new one.
 * @returns the session as the phone settled it, of which nothing is checked yet
 * @throws VitrineError `generic_connect_wallet_error`; what the phone answered in place of a session; what `signal` was aborted with
 */
export async function pairPhone(
  client: Client,
  asked: Asked,
  { onUri, onReset, signal }: PairingOptions,
  limits: PairingLimits,
): Promise<Session> {
  for (;;) {
    const { uri, answer, revoke } = await propose(client, asked, signal, limits)
    onUri(uri)
    try {
      const session = await answer
      // Its pairing ends by itself: the phone may still be writing to it.
      if (session !== null) return session
    } catch (error) {
      await revoke()
      throw error
    }
    await revoke()
    onReset?.()
  }
}

interface Proposal {
  readonly uri: string
  /** `null`: the code is void. */
  readonly answer: Promise<Session | null>
  /** Whoever has the code can do nothing with it any more. Never rejects. */
  revoke(): Promise<void>
}

async function propose(
  client: Client,
  asked: Asked,
  signal: AbortSignal,
  { uriMs, codeMs, farewellMs }: PairingLimits,
): Promise<Proposal> {
  const made = client.connect({ optionalNamespaces: proposalOf(asked) }).then(
    ({ uri, approval }) => {
      // At once: what the phone answers before somebody listens is lost.
      const approved = approval()
      approved.catch(() => {})
      return { uri, approved }
    },
    cause => Promise.reject(unableToConnect(cause)),
  )
  const revoke = async () => {
    const topic = topicOf((await made).uri)
    const proposal = client.proposal.getAll().find(({ pairingTopic }) => pairingTopic === topic)
    // Ends the library's own wait: a session that is settled from now on is nobody's.
    if (proposal) client.core.expirer.set(proposal.id, 0)
    if (!client.core.pairing.pairings.keys.includes(topic)) return
    const gone = client.core.pairing.disconnect({ topic })
    await within(gone, farewellMs, new AbortController().signal, () => unableToConnect())
  }
  const quietly = () => revoke().catch(() => {})
  try {
    const { uri, approved } = await within(made, uriMs, signal, () => unableToConnect())
    if (!uri) throw unableToConnect()
    return { uri, answer: answerOf(client, topicOf(uri), approved, codeMs, signal), revoke: quietly }
  } catch (error) {
    // It may still come.
    void quietly()
    throw error
  }
}

/** The phone's answer, or the code's end. */
async function answerOf(
  client: Client,
  topic: string,
  approved: Promise<Session>,
  codeMs: number,
  signal: AbortSignal,
): Promise<Session | null> {
  const { events } = client.core.pairing
  let onGone = (_: { topic: string }) => {}
  const gone = new Promise<null>(resolve => {
    onGone = ended => {
      if (ended.topic === topic) resolve(null)
    }
    events.on('pairing_delete', onGone)
  })
  try {
    const answered = approved.catch(error => {
      if (error?.message === EXPIRED) return null
      throw error
    })
    return await within(Promise.race([answered, gone]), codeMs, signal, () => VOID)
  } catch (error) {
    if (error === VOID) return null
    throw error
  } finally {
    events.off('pairing_delete', onGone)
  }
}

/** `wc:<topic>@2?…` */
const topicOf = (uri: string | undefined) => /^wc:([\da-f]+)@/.exec(uri ?? '')?.[1] ?? ''
