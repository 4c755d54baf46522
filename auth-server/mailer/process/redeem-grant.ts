import { jwtVerify } from 'jose'
import * as client from 'openid-client'
import { type ProviderWords, record, UnusableSubject } from '../../oauth-providers/provider.ts'
import { profileOf, providerOf } from '../../oauth-providers/registry.ts'
import type { MailerRequest, Redeemed } from '../operations.ts'
import { exchangeCode, failureOf, type Quirks } from './exchange-code.ts'

type Grant = MailerRequest<'redeemGrant'>

/**
 * Redeems what a provider gave for a person (RFC 6749 §4.1.3) and asks it who that is.
 * @returns never the provider's own words of a failure
 */
export async function redeemGrant(grant: Grant): Promise<Redeemed> {
  const quirks = providerOf(grant.provider)
  try {
    const profile = profileOf(grant.provider, await askProvider(grant, quirks), grant.settings)
    return { ok: true, profile }
  } catch (error) {
    const failure = failureOf(`a login with ${grant.provider}`, error)
    return error instanceof UnusableSubject ? { ok: false, reason: 'subject' } : failure
  }
}

async function askProvider(grant: Grant, quirks: Quirks): Promise<ProviderWords> {
  const { settings, secret, nonce } = grant
  const { config, tokens } = await exchangeCode(grant, quirks, nonce)
  if (quirks.signsBySecret && tokens.id_token)
    await jwtVerify(tokens.id_token, new TextEncoder().encode(secret), { algorithms: ['HS256'] })
  const ask = async (endpoint: string | null) => {
    if (endpoint === null) return {}
    const url = new URL(endpoint)
    if (quirks.hasTokenInQuery) url.searchParams.set('access_token', tokens.access_token)
    const answer = await client.fetchProtectedResource(config, tokens.access_token, url, 'GET')
    if (!answer.ok) throw new Error(`the provider answered ${answer.status} to who this is`)
    return (await answer.json()) as unknown
  }
  const [userinfo, emails] = await Promise.all([
    ask(settings.userinfo_endpoint),
    ask(settings.emails_endpoint),
  ])
  return { claims: record(tokens.claims()), userinfo: record(userinfo), emails }
}
