import type { Custody } from './custody.ts'
import { type EnvelopeContext, open, seal } from './envelope.ts'
import type { SignerRequest, SignerResponse } from './operations.ts'

/**
 * Seals a secret that an app's operator has at another company, such as a captcha vendor. Under a key of its own: what
 * opens these opens no wallet.
 */
export function sealProviderSecret(
  custody: Custody,
  { appId, provider, secret }: SignerRequest<'sealProviderSecret'>,
): SignerResponse<'sealProviderSecret'> {
  const bytes = Buffer.from(secret, 'utf8')
  try {
    return { sealed: seal(keyOf(custody), contextOf(appId, provider), bytes) }
  } finally {
    bytes.fill(0)
  }
}

/**
 * Opens it for the API process, which sends it to that company: the signer has no network.
 * @throws SignerRefusal `unreadable_envelope`, also for another app's or provider's
 */
export function openProviderSecret(
  custody: Custody,
  { appId, provider, sealed }: SignerRequest<'openProviderSecret'>,
): SignerResponse<'openProviderSecret'> {
  const bytes = open(keyOf(custody), contextOf(appId, provider), sealed)
  try {
    return { secret: Buffer.from(bytes).toString('utf8') }
  } finally {
    bytes.fill(0)
  }
}

const keyOf = ({ keyring }: Custody) => keyring.providerSecret

const contextOf = (appId: string, provider: string): EnvelopeContext => ({
  purpose: 'provider-secret',
  appId,
  provider,
})
