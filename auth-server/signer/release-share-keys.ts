import { hkdfSync, type KeyObject } from 'node:crypto'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import { releaseKeysRequest, SHARE_KEY_BYTES, type ShareKeyPurpose } from '@vitrine/shared/wallet/embedded.ts'
import { requireAuthorization } from './authorization.ts'
import type { Custody } from './custody.ts'
import { encryptForDevice } from './encrypt-for-device.ts'
import { signStatement } from './identity.ts'
import type { SignerRequest, SignerResponse } from './operations.ts'
import { SignerRefusal } from './refusal.ts'

/**
 * Keys under which the vault of a user's device encrypts the shares of its on-device wallets. They come from a root
 * and are stored nowhere: a database of yesterday cannot lose them. The API process relays them and cannot
 * read them: they are encrypted (ECDH-ES, RFC 7518 §4.6) to the key that the device named in what it signed.
 *
 * Wallets that came in with an account that was taken in keep the owner that they had, whom the signed body names.
 *
 * @throws SignerRefusal of `requireAuthorization`; `invalid_authorization` when the signed body asks for something else,
 *   or names no P-256 key.
 */
export async function releaseShareKeys(
  custody: Custody,
  { appId, userId, adopter, device, authorization, mfa }: SignerRequest<'releaseShareKeys'>,
): Promise<SignerResponse<'releaseShareKeys'>> {
  const path = '/embedded_wallets/keys'
  const signed = releaseKeysRequest.safeParse(
    requireAuthorization(custody, { appId, userId, adopter, device, authorization, mfa, path }),
  )
  if (!signed.success)
    throw new SignerRefusal('invalid_authorization', 'The signed body does not ask for keys of shares.')
  // A device asks for the keys of its own user unless it names another.
  const owner = signed.data.owner_id ?? (adopter ? adopter.userId : userId)
  if (owner !== userId)
    throw new SignerRefusal('invalid_authorization', 'The signed body asks for keys of another owner.')

  const keys = Buffer.alloc(signed.data.purposes.length * SHARE_KEY_BYTES)
  try {
    signed.data.purposes.forEach((purpose, index) => {
      const key = shareKey(custody.keyring.shareKeys, { appId, userId, purpose })
      key.copy(keys, index * SHARE_KEY_BYTES)
      key.fill(0)
    })
    const { recipient, purposes } = signed.data
    const jwe = await encryptForDevice(recipient, keys)
    const asked = { appId, userId, device: device.publicKey, recipient, purposes }
    // Anybody can encrypt to the recipient: without it the API process could answer with keys of its own.
    return { keys: jwe, signature: signStatement(custody, { kind: 'share-keys', ...asked, keys: jwe }) }
  } finally {
    keys.fill(0)
  }
}

/** HKDF-SHA256 (RFC 5869) with the owner and the purpose as `info`: no two users, apps or purposes share a key. */
const shareKey = (
  key: KeyObject,
  owner: { readonly appId: string; readonly userId: string; readonly purpose: ShareKeyPurpose },
): Buffer => Buffer.from(hkdfSync('sha256', key, '', canonicalJson(owner), SHARE_KEY_BYTES))
