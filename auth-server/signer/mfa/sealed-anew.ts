import type { Custody } from '../custody.ts'
import { readGuarded, sealGuarded } from '../guarded-seal.ts'
import type { SignerRequest } from '../operations.ts'
import { SignerRefusal } from '../refusal.ts'

/**
 * All ways in and devices of a user with the version of their factors that counts from now on, in the order of the request.
 * @throws SignerRefusal `invalid_seal` for what is not the user's
 */
export function sealedAnew(
  { keyring }: Pick<Custody, 'keyring'>,
  {
    appId,
    userId,
    logins,
    devices,
  }: Pick<SignerRequest<'changeFactors'>, 'appId' | 'userId' | 'logins' | 'devices'>,
  version: number,
): { readonly logins: string[]; readonly devices: string[] } {
  return {
    logins: logins.map(({ type: channel, subject: address, facts, seal: former }) => {
      const login = { kind: 'account', appId, channel, address, userId, ...(facts && { facts }) } as const
      if (!readGuarded(keyring.accountSeal, login, former)) throw notTheirs()
      return sealGuarded(keyring.accountSeal, login, version)
    }),
    devices: devices.map(({ publicKey, seal: former }) => {
      const device = { kind: 'device', appId, userId, publicKey } as const
      if (!readGuarded(keyring.deviceSeal, device, former)) throw notTheirs()
      return sealGuarded(keyring.deviceSeal, device, version)
    }),
  }
}

const notTheirs = () => new SignerRefusal('invalid_seal', 'A login or device does not belong to this user.')
