import { FRESH_LOGIN_MS } from '@vitrine/shared/api/step-up.ts'
import type { Custody } from './custody.ts'
import type { SignerRequest } from './operations.ts'
import { SignerRefusal } from './refusal.ts'
import { isSealOf, type SeenPresence, sealStatement } from './seal.ts'

type Presence = SignerRequest<'exportKey'>['presence']
type Door = Pick<SeenPresence, 'purpose' | 'target'>

/** What a login is for. No door has this purpose: a step-up for one is no login. */
export const LOGIN: Door = { purpose: 'login', target: '' }

/** The word of this process that a person has just proven a way in. Nobody else can make one, or change what it is for. */
export function issuePresence(
  { keyring, now }: Pick<Custody, 'keyring' | 'now'>,
  seen: Omit<SeenPresence, 'at'>,
): { readonly at: number; readonly seal: string } {
  const at = now()
  return { at, seal: sealStatement(keyring.presence, { kind: 'presence', ...seen, at }) }
}

/**
 * Demands that a person proved a way in on this device, in the last five minutes by this process's own clock: for this very thing,
 * or by logging in. Which of the two it takes is for the API process to say, that knows what the person can prove; neither can
 * be had without the person.
 * @throws SignerRefusal `missing_presence`
 */
export function requirePresence(
  { keyring, now }: Pick<Custody, 'keyring' | 'now'>,
  who: Pick<SeenPresence, 'appId' | 'userId' | 'device'>,
  { of, at, seal }: Presence,
  door: Door,
): void {
  const seen = { ...who, ...(of === 'login' ? LOGIN : door), at }
  if (!isSealOf(keyring.presence, { kind: 'presence', ...seen }, seal))
    throw new SignerRefusal('missing_presence', 'No way in was proven for this, by this user on this device.')
  if (now() - at >= FRESH_LOGIN_MS)
    throw new SignerRefusal('missing_presence', 'The way in was proven too long ago.')
}
