import { createHmac } from 'node:crypto'
import { CALLBACK_PATH } from '@vitrine/shared/account/login-facts.ts'
import { providerOf } from '../../oauth-providers/registry.ts'
import { isBot, type PartySettings } from '../../oauth-providers/telegram-bot.ts'
import type { Custody } from '../custody.ts'
import { signStatement } from '../identity.ts'
import type { SignerRequest, SignerResponse } from '../operations.ts'
import { sealStatement } from '../seal.ts'
import { openClient } from './client-seal.ts'

/**
 * Begins a login at a provider: the address that the person goes to, signed for the frame and its window, and this process's
 * word of who began it, which the grant is redeemed by.
 * @throws SignerRefusal `unreadable_envelope`: the client is not the operator's
 */
export function startGrant(
  custody: Custody,
  { client, flowId, redirectTo, ...begun }: SignerRequest<'startGrant'>,
): SignerResponse<'startGrant'> {
  const { appId, provider, state } = begun
  openClient(custody, { appId, provider, client })
  const url = authorizationUrl(custody, client.settings, begun, providerOf(provider))
  return {
    url,
    signature: signStatement(custody, { kind: 'oauth-url', appId, flowId, state, redirectTo, url }),
    seal: sealStatement(custody.keyring.grantSeal, { kind: 'grant', ...begun }),
  }
}

/** Where providers send people back to. */
export const callbackUrl = ({ origin }: Pick<Custody, 'origin'>): string => origin + CALLBACK_PATH

/** The nonce of an ID token (OpenID Connect Core §3.1.2.1): of this flow alone, and nobody else can make it. */
export const nonceOf = ({ keyring }: Pick<Custody, 'keyring'>, state: string): string =>
  createHmac('sha256', keyring.grantSeal).update(`nonce.${state}`).digest('base64url')

/**
 * RFC 6749 §4.1.1, RFC 7636 §4.3. A bot's is Telegram's login page as its own button calls it, in the form that comes back to an
 * address with what it says: no script of Telegram's then runs at the wallet origin.
 */
export function authorizationUrl(
  custody: Custody,
  settings: PartySettings,
  { state, codeChallenge }: Pick<SignerRequest<'startGrant'>, 'state' | 'codeChallenge'>,
  quirks: ReturnType<typeof providerOf>,
): string {
  const url = new URL(settings.authorization_endpoint)
  if (isBot(settings)) {
    const back = new URL(callbackUrl(custody))
    back.searchParams.set('state', state)
    const parameters = { bot_id: settings.client_id, origin: back.origin, return_to: back.href }
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return url.href
  }
  const parameters = {
    response_type: 'code',
    [quirks.clientIdName ?? 'client_id']: settings.client_id,
    redirect_uri: callbackUrl(custody),
    scope: settings.scopes.join(quirks.scopeSeparator ?? ' '),
    state,
    ...(settings.issuer !== null && !quirks.lacksNonce && { nonce: nonceOf(custody, state) }),
    ...(!quirks.lacksPkce && { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
    ...quirks.parameters,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}
