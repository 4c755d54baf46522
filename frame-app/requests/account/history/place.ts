import type { SessionItem } from '@vitrine/shared/api/sessions-list.ts'
import { say } from '../../../words/say.ts'

/** The place as users are told of it; `null` where the server saw no network. An address tells a user nothing, so none is shown. */
export function sayPlace({ network, place }: Pick<SessionItem, 'network' | 'place'>): string | null {
  if (network === null) return null
  return network === 'own-machine' ? say('devices.ownMachine') : (place ?? say('devices.unknownPlace'))
}
