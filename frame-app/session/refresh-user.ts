import { meResponse } from '@vitrine/shared/api/session.ts'
import type { AuthorizedRequests } from './authorized-request.ts'
import type { Session } from './session.ts'

/** GET /users/me: takes up what changed elsewhere, e.g. a wallet made on another device. */
export async function refreshUser(requests: AuthorizedRequests, session: Session): Promise<void> {
  const { user, identity_token } = await requests.send({
    method: 'GET',
    path: '/users/me',
    answer: meResponse,
  })
  session.updateUser(user, identity_token)
}
