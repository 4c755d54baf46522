import type { Database } from './database/connect.ts'
import type { DpopNonces } from './http/dpop-nonce.ts'
import type { MailTransport } from './mail/transport.ts'
import type { PlaceName } from './places/open-places.ts'
import type { TokenIssuer } from './sessions/tokens.ts'
import type { Settings } from './settings.ts'
import type { SignerClient } from './signer/operations.ts'
import type { SmsTransport } from './sms/message.ts'

/** Everything a route needs, made once per process and passed explicitly: no module-level state. */
export interface Context {
  readonly settings: Settings
  readonly db: Database
  readonly signer: SignerClient
  readonly mail: MailTransport
  readonly sms: SmsTransport
  readonly tokens: TokenIssuer
  readonly dpopNonces: DpopNonces
  /** Names the place of a network by the operator's GeoIP database. */
  readonly placeName: PlaceName
  /** Has the workers of this process look for jobs now, rather than within a second. */
  wakeJobs(): void
  /** Unix ms by the database's clock, see `database/clock.ts`; a test moves it. */
  now(): number
}
