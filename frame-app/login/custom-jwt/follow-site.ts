import { toErrorBody } from '@vitrine/shared/bridge/frame.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { startFlow } from '../../core/flow.ts'
import { tellStatus } from '../../ui/tell-status.ts'
import type { SiteFollowerParts } from '../site-followers.ts'
import { authenticateBySiteToken } from './custom-jwt-api.ts'
import { type FollowEvent, followMachine } from './flow.ts'
import { isTokenOf } from './token-owner.ts'

/**
 * Keeps the session at what the site's own login says: who is logged in there is logged in here, without a screen, and
 * who is logged out there is logged out here.
 * @returns what to call whenever the page's state may have changed
 */
export function createFollowSite(parts: SiteFollowerParts): () => void {
  // One at a time: a logout that is still forgetting the device's key must not meet the login that follows it.
  let turn: Promise<void> = Promise.resolve()
  const flow = startFlow(followMachine, async ({ attempt }, signal): Promise<FollowEvent> => {
    const mine = turn.then(() => follow(parts, signal))
    turn = mine.catch(() => {})
    try {
      await mine
      return { type: 'followed', attempt }
    } catch (error) {
      return { type: 'failed', attempt, failure: toErrorBody(error) }
    }
  })
  tellStatus({ tellFlow: status => parts.notices.emit('flowStatus', status) }, 'custom-jwt', flow)
  flow.subscribe(() => {
    const state = flow.get()
    parts.notices.emit('customAuth', { status: state.status })
    if (state.status !== 'error') return
    const { code, message } = state.failure
    parts.notices.emit('error', { code, message, during: 'customAuth' })
  })
  return () => {
    if (parts.app().custom_jwt_auth) flow.send({ type: 'changed' })
    else {
      parts.notices.emit('customAuth', { status: 'not-enabled' })
      parts.notices.emit('flowStatus', { flow: 'custom-jwt', status: 'not-enabled' })
    }
  }
}

async function follow(parts: SiteFollowerParts, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const token = await parts.askSite()
  signal.throwIfAborted()
  if (token === undefined) return
  const now = parts.session.get()
  if (now.status === 'authenticated') {
    const claim = parts.app().custom_jwt_subject_claim
    if (token !== null && isTokenOf(token, now.user, claim)) return askTerms(parts, signal)
    // Who logged in by another way did not ask to be somebody else.
    if (token !== null && parts.cameBy()?.method !== 'custom-jwt') throw otherUser()
    await parts.logout('device')
    signal.throwIfAborted()
  }
  if (token === null) return
  await authenticateBySiteToken(parts.calls, token, parts.app().custom_jwt_subject_claim, signal)
  parts.endLogin()
  if (parts.complete.get().status === 'anonymous') await askTerms(parts, signal)
  // A wallet that fails is told by its own event; the person is logged in.
  else
    await unlessAborted(signal, () => parts.logins.follow(() => parts.createWallets(signal).catch(() => {})))
}

const otherUser = () =>
  clientError(
    'linked_to_another_user',
    'The person is logged in here by another way, and the site’s own login is not theirs, so it is not followed. Call logout() first, or link("custom-jwt") to add it.',
  )

/** Shows the terms to whom they are left to accept. */
async function askTerms({ complete, logins }: SiteFollowerParts, signal: AbortSignal): Promise<void> {
  if (complete.get().status === 'anonymous') await unlessAborted(signal, () => logins.request({}))
}

/** What the site does next does not wait for a person who has a screen before them. */
const unlessAborted = (signal: AbortSignal, work: () => Promise<unknown>): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
    work().then(() => resolve(), reject)
  })
