import {
  type ConfirmedOperation,
  confirmInitResponse,
  confirmResponse,
} from '@vitrine/shared/api/console/confirm.ts'
import type { Send } from '../http/client.ts'
import type { SessionParts } from './session.ts'

export interface Confirmed {
  readonly operation: ConfirmedOperation
  readonly app_id: string
  /** The id of what it is done to. */
  readonly target: string
}

/**
 * Has the operator use their passkey for this very thing.
 * @returns what the one call takes that it is for @throws VitrineError with a sentence
 */
export async function confirmBy(
  send: Send,
  passkeys: Pick<SessionParts['passkeys'], 'use'>,
  what: Confirmed,
): Promise<string> {
  const { options } = await send({
    method: 'POST',
    path: '/console/confirm/init',
    body: what,
    answer: confirmInitResponse,
  })
  const body = { ...what, authenticator_response: await passkeys.use(options) }
  const { confirmation } = await send({
    method: 'POST',
    path: '/console/confirm',
    body,
    answer: confirmResponse,
  })
  return confirmation
}
