import type { PlaceName } from '../../places/open-places.ts'
import type { FarcasterPlaces, WalletNodes } from '../../settings.ts'
import type { TextSender } from './gateway.ts'
import type { Inbox } from './inbox.ts'
import type { MailSender } from './smtp.ts'

/** By what messages leave; `null` where the operator named nothing. */
export interface Senders {
  readonly mail: MailSender | null
  readonly sms: TextSender | null
  /** Takes in their place what they would send; `null` but in development. */
  readonly inbox: Inbox | null
  /** Where logins by a relay are asked for. */
  readonly farcaster: FarcasterPlaces
  /** Which are asked for what contracts signed. */
  readonly walletNodes: WalletNodes
  /** Names the place that a code was asked from. The mailer looks it up itself, so that no caller puts text into a mail. */
  readonly placeName: PlaceName
}
