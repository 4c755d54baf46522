import type { MailerClient } from '../mailer/operations.ts'
import type { AddressGuesses } from './address-guesses.ts'
import type { DelegationMemory } from './delegation-memory.ts'
import type { FactorTries } from './factor-tries.ts'
import type { IssuerKeys } from './issuer-keys.ts'
import type { Keyring } from './keyring.ts'
import type { WrongGuesses } from './wrong-guesses.ts'

/** All that the signer process holds. Operations get it passed; nothing of it is module state. */
export interface Custody {
  readonly keyring: Keyring
  /** The wallet origin that a signed request must name. */
  readonly origin: string
  readonly wrongGuesses: WrongGuesses
  readonly addressGuesses: AddressGuesses
  readonly factorTries: FactorTries
  readonly delegations: DelegationMemory
  readonly mailer: Pick<
    MailerClient,
    | 'sendCode'
    | 'redeemGrant'
    | 'redeemRecovery'
    | 'askCloudLogin'
    | 'openChannel'
    | 'readChannel'
    | 'readCustody'
    | 'readSignature'
    | 'ping'
  >
  /** Of the apps' own logins. */
  readonly issuerKeys: IssuerKeys
  /** `YYYY-MM`: new users get the ids of this month, for people whom a restored database does not know. */
  readonly restoredMonth: string | null
  /** Unix ms by the signer's own clock: a time that the API process names is never taken for now. */
  now(): number
}
