import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { expect, test, vi } from 'vitest'
import {
  type OpenWalletsEvent,
  type OpenWalletsState,
  openWalletsMachine,
  startOpenWallets,
} from './open-wallets-flow.ts'

const failure = { code: 'service_unavailable', message: 'Offline.' } as const
const STATES = {
  unasked: { status: 'unasked', attempt: 1 },
  opening: { status: 'opening', attempt: 1 },
  open: { status: 'open', attempt: 1 },
  needsRecovery: { status: 'needs-recovery', attempt: 1 },
  failed: { status: 'failed', attempt: 1, failure },
} as const satisfies Record<string, OpenWalletsState>
const EVENTS = {
  open: { type: 'open' },
  opened: { type: 'opened', attempt: 1 },
  openedStale: { type: 'opened', attempt: 0 },
  recoveryNeeded: { type: 'recovery-needed', attempt: 1 },
  failed: { type: 'failed', attempt: 1, failure },
} as const satisfies Record<string, OpenWalletsEvent>

const opening = { status: 'opening', attempt: 2 }
/** What is not here changes nothing. */
const STEPS: Partial<Record<keyof typeof STATES, Partial<Record<keyof typeof EVENTS, object>>>> = {
  unasked: { open: opening },
  opening: { opened: STATES.open, recoveryNeeded: STATES.needsRecovery, failed: STATES.failed },
  failed: { open: opening },
}
const pairs = Object.keys(STATES).flatMap(state => Object.keys(EVENTS).map(event => [state, event]))

test.each(pairs as [keyof typeof STATES, keyof typeof EVENTS][])('%s, %s', (state, event) => {
  const [next, effects] = openWalletsMachine.reduce(STATES[state], EVENTS[event])
  expect(next).toEqual(STEPS[state]?.[event] ?? STATES[state])
  expect(effects).toEqual(next.attempt === 2 ? [{ type: 'open', attempt: 2 }] : [])
})

test.each([
  [undefined, { status: 'open' }],
  [clientError('embedded_wallet_needs_recovery', 'Recover it.'), { status: 'needs-recovery' }],
  [
    clientError('service_unavailable', 'Offline.'),
    { status: 'failed', failure: { code: 'service_unavailable' } },
  ],
])('an opening that comes to %s', async (error, expected) => {
  const flow = startOpenWallets({ openHere: () => (error ? Promise.reject(error) : Promise.resolve()) })
  flow.send({ type: 'open' })
  await vi.waitFor(() => expect(flow.get()).toMatchObject(expected))
})
