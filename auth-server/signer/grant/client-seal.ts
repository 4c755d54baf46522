import type { PartySettings } from '../../oauth-providers/telegram-bot.ts'
import type { Custody } from '../custody.ts'
import { type EnvelopeContext, open, seal } from '../envelope.ts'
import type { SignerRequest, SignerResponse } from '../operations.ts'

interface SealedClient {
  readonly appId: string
  readonly provider: string
  readonly client: { readonly settings: PartySettings; readonly sealed: string }
}

/** Seals an app's secret at a provider together with where that is. The operator's own signer alone does: `OPERATORS_OWN`. */
export function sealOauthClient(
  custody: Pick<Custody, 'keyring'>,
  { appId, provider, settings, secret }: SignerRequest<'sealOauthClient'>,
): SignerResponse<'sealOauthClient'> {
  const bytes = Buffer.from(secret, 'utf8')
  try {
    return { sealed: seal(keyOf(custody), contextOf(appId, provider, settings), bytes) }
  } finally {
    bytes.fill(0)
  }
}

/**
 * The secret, which leaves this process for the mailer alone. That it opens shows that the settings are the operator's: a
 * token endpoint of somebody else's would be sent the secret, and could log in as anyone.
 * @throws SignerRefusal `unreadable_envelope`
 */
export function openClient(custody: Custody, { appId, provider, client }: SealedClient): string {
  const bytes = open(keyOf(custody), contextOf(appId, provider, client.settings), client.sealed)
  try {
    return Buffer.from(bytes).toString('utf8')
  } finally {
    bytes.fill(0)
  }
}

const keyOf = ({ keyring }: Pick<Custody, 'keyring'>) => keyring.oauthClient

const contextOf = (appId: string, provider: string, settings: PartySettings): EnvelopeContext => ({
  purpose: 'oauth-client',
  appId,
  provider,
  settings,
})
