import { isOnThisMachine } from '@vitrine/shared/config/rpc-url.ts'
import { googleDrive } from '../../oauth-providers/google-drive.ts'
import type { Custody } from '../custody.ts'
import { signStatement } from '../identity.ts'
import type { SignerRequest, SignerResponse } from '../operations.ts'
import { sealStatement } from '../seal.ts'
import { openClient } from './client-seal.ts'
import { authorizationUrl } from './start-grant.ts'

type Begun = SignerRequest<'startRecovery'>

/**
 * Begins what lets the frame keep a secret in the person's cloud: the address that the person goes to, signed for the frame and
 * its window, and this process's word of who began it, which is of another purpose than a login's.
 * @throws SignerRefusal `unreadable_envelope`: the client is not the operator's
 */
export async function startRecovery(
  custody: Custody,
  request: Begun,
): Promise<SignerResponse<'startRecovery'>> {
  const url = await addressOf(custody, request)
  if (url === 'unavailable' || url === 'refused') return { ok: false, reason: url }
  const { appId, provider, state, codeChallenge, device, userId, expiresAt, flowId, redirectTo } = request
  const begun = {
    appId,
    provider,
    state,
    codeChallenge,
    device,
    purpose: 'recovery',
    userId,
    expiresAt,
  } as const
  return {
    ok: true,
    url,
    signature: signStatement(custody, { kind: 'oauth-url', appId, flowId, state, redirectTo, url }),
    seal: sealStatement(custody.keyring.grantSeal, { kind: 'grant', ...begun }),
  }
}

async function addressOf(custody: Custody, request: Begun): Promise<string> {
  if (request.provider === 'google-drive') {
    const { appId, provider, client } = request
    openClient(custody, { appId, provider, client })
    return authorizationUrl(custody, client.settings, request, googleDrive)
  }
  const told = await custody.mailer.askCloudLogin(request.container).catch(() => null)
  if (!told) return 'unavailable'
  return isAppleLogin(told.url, request.container.url) ? told.url : 'refused'
}

/**
 * Whether a person may be sent there to type their Apple password. What CloudKit answered went through a process that is trusted
 * with no more than the way, and the API process named whom to ask: an address of somebody else's would be a page that looks
 * like Apple's, with the signer's word for it. Where CloudKit is on this very machine it is a stand-in, and so is its login.
 */
export function isAppleLogin(written: string, asked: string): boolean {
  const url = URL.canParse(written) ? new URL(written) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password !== '') return false
  if (isOnThisMachine(asked)) return isOnThisMachine(written)
  return url.protocol === 'https:' && /(^|\.)(apple|icloud)\.com$/.test(url.host)
}
