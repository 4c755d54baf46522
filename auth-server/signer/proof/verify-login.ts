import type { Custody } from '../custody.ts'
import { type ProvenKey, provenKey } from '../dpop-proof.ts'
import { isMeantFor, isStepUp } from '../login-paths.ts'
import type { SignerRequest, SignerResponse } from '../operations.ts'
import { isSealOf, sealStatement } from '../seal.ts'
import { newUserId } from '../user-id.ts'
import { checkProof } from './registry.ts'

/**
 * Checks a login, or the link of a further identity, and vouches for what follows from it:
 * 1. The DPoP proof holds, for the very call that logs in or links in this way: it tells the device key.
 * 2. The proof of the identity holds.
 * 3. To link: the device is one that this process has sealed for that user.
 * 4. The account that the database knows for this identity carries the signer's own seal, for the same user and facts.
 *
 * A repeated call with a good proof succeeds: that a code is used once is the database's part.
 */
export async function verifyLogin(
  custody: Custody,
  { proof, account, dpop, link, generation }: SignerRequest<'verifyLogin'>,
): Promise<SignerResponse<'verifyLogin'>> {
  const now = custody.now()
  const { accountSeal, deviceSeal } = custody.keyring

  // 1.
  if (!isMeantFor(custody, { proof, link, dpop })) return refused('dpop')
  const device = await provenKey(dpop, now)
  if (!device) return refused('dpop')

  // 2.
  const proven = await checkProof(custody, proof, now)
  if (typeof proven === 'string') return refused(proven)
  const { appId, identity, facts, onlyNew } = proven
  if (account && onlyNew) return refused('account')
  // What a person types to confirm a change makes no user, and binds their address to nobody else.
  if (isStepUp(proof) && (!account || account.userId !== link?.userId)) return refused('account')

  // 3. A linked identity logs in to the user's wallets, so an access token, or the API process alone, cannot add one.
  if (link && !isDeviceOf(custody, appId, link, device)) return refused('device')

  // 4. A user id of the caller's choice would let it log in as the owner of any wallet.
  const userId = link?.userId ?? account?.userId ?? newUserId(custody, proven, generation)
  const statement = {
    kind: 'account',
    appId,
    channel: identity.type,
    address: identity.subject,
    userId,
    ...(facts && { facts }),
  } as const
  if (account && !isSealOf(accountSeal, { ...statement, userId: account.userId }, account.seal)) {
    return refused('account')
  }

  return {
    ok: true,
    identity,
    userId,
    accountSeal: sealStatement(accountSeal, statement),
    device: {
      ...device,
      seal: sealStatement(deviceSeal, { kind: 'device', appId, userId, publicKey: device.publicKey }),
    },
  }
}

function isDeviceOf(
  { keyring }: Custody,
  appId: string,
  { userId, device }: NonNullable<SignerRequest<'verifyLogin'>['link']>,
  { publicKey }: ProvenKey,
): boolean {
  const statement = { kind: 'device', appId, userId, publicKey: device.publicKey } as const
  return device.publicKey === publicKey && isSealOf(keyring.deviceSeal, statement, device.seal)
}

const refused = (reason: Extract<SignerResponse<'verifyLogin'>, { ok: false }>['reason']) =>
  ({ ok: false, reason }) as const
