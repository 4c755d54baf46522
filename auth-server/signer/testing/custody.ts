import type { AuthorizationPayload } from '@vitrine/shared/wallet/authorization.ts'
import type { MailerClient, MailerRequest } from '../../mailer/operations.ts'
import { MailerRefusal } from '../../mailer/refusal.ts'
import { createAddressGuesses } from '../address-guesses.ts'
import type { Custody } from '../custody.ts'
import { createDelegationMemory } from '../delegation-memory.ts'
import { makeEntropySalt } from '../entropy-salt.ts'
import { createFactorTries } from '../factor-tries.ts'
import { createIssuerKeys } from '../issuer-keys.ts'
import type { Holdings } from '../process/handlers.ts'
import { createRootKeeper } from '../root-keeper.ts'
import { sealStatement } from '../seal.ts'
import { createWrongGuesses } from '../wrong-guesses.ts'
import { derivedRoots, heldKey } from './derived-roots.ts'
import type { TestDevice } from './device.ts'

export const ORIGIN = 'https://wallet.example'
export const NOW = Date.UTC(2026, 0, 2, 3, 4, 5)
export const MASTER_KEY = Buffer.from(
  '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
  'hex',
)

/** A signer's state, with the codes that its mailer was given. */
export interface TestCustody extends Custody, Holdings {
  /** Oldest first. */
  readonly sent: readonly MailerRequest<'sendCode'>[]
  /** What it fetches is this; assign to change it. `null`: nothing is to be had. */
  keySet: string | null
  /** What it redeems; assign to change it. */
  redeem: MailerClient['redeemGrant']
  /** What the person's cloud answers; assign to change it. */
  cloud: Pick<MailerClient, 'redeemRecovery' | 'askCloudLogin'>
  /** What the relay and the chain say; assign to change it. */
  channels: Pick<MailerClient, 'openChannel' | 'readChannel' | 'readCustody'>
  /** What a chain says of a contract's signature; assign to change it. */
  readSignature: MailerClient['readSignature']
  /** How often. */
  fetches: number
}

const absent = () => Promise.reject(new MailerRefusal('unavailable', 'There is no relay.'))

/** A signer's state with a fixed master key and a clock that stands at `NOW`. */
export function createTestCustody(masterKey: Buffer = MASTER_KEY, now = NOW): TestCustody {
  const sent: MailerRequest<'sendCode'>[] = []
  const roots = createRootKeeper([heldKey(masterKey)])
  roots.take(derivedRoots(masterKey))
  const custody: TestCustody = {
    roots,
    keyring: roots.keyring(),
    origin: ORIGIN,
    wrongGuesses: createWrongGuesses(60_000),
    addressGuesses: createAddressGuesses(),
    factorTries: createFactorTries(),
    delegations: createDelegationMemory(),
    mailer: {
      async ping() {},
      redeemGrant: grant => custody.redeem(grant),
      redeemRecovery: grant => custody.cloud.redeemRecovery(grant),
      askCloudLogin: container => custody.cloud.askCloudLogin(container),
      openChannel: request => custody.channels.openChannel(request),
      readChannel: request => custody.channels.readChannel(request),
      readCustody: request => custody.channels.readCustody(request),
      readSignature: request => custody.readSignature(request),
      async sendCode(code) {
        sent.push(code)
      },
    },
    issuerKeys: createIssuerKeys({
      async fetchKeySet() {
        custody.fetches++
        if (custody.keySet === null) throw new MailerRefusal('unavailable', 'The key set cannot be had.')
        return { keySet: custody.keySet }
      },
    }),
    restoredMonth: null,
    now: () => now,
    sent,
    redeem: () => Promise.reject(new MailerRefusal('unavailable', 'There is no provider.')),
    readSignature: absent,
    cloud: { redeemRecovery: absent, askCloudLogin: absent },
    channels: { openChannel: absent, readChannel: absent, readCustody: absent },
    keySet: null,
    fetches: 0,
  }
  return custody
}

/** As the database has it. */
export const sealedSalt = (custody: Custody): string => makeEntropySalt(custody).sealed

/** A device that the signer has vouched for. */
export const sealedDevice = (
  { keyring }: Custody,
  owner: { appId: string; userId: string },
  { publicKey }: TestDevice,
) => ({ publicKey, seal: sealStatement(keyring.deviceSeal, { kind: 'device', ...owner, publicKey }) })

export const payloadFor = (
  appId: string,
  path: string,
  body: unknown,
  change: { url?: string; expiry?: number; method?: AuthorizationPayload['method'] } = {},
): AuthorizationPayload => ({
  version: 1,
  method: change.method ?? 'POST',
  url: change.url ?? `${ORIGIN}/api/v1${path}`,
  body,
  headers: {
    'vitrine-app-id': appId,
    'vitrine-idempotency-key': '0123456789abcdef',
    'vitrine-request-expiry': String(change.expiry ?? NOW + 60_000),
  },
})
