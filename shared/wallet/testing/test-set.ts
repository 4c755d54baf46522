import { randomBytes } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Recovery, SetWallet } from '../embedded.ts'
import { ethereumAddressOf } from '../ethereum-address.ts'
import { ownershipStatement, type SetChange, type SetOwner, setStatement } from '../set-statement.ts'
import { solanaAddressOf } from '../solana-address.ts'

const idOf = (setKey: Uint8Array) => text(ed25519.getPublicKey(setKey))
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
export const randomText = (bytes: number) => text(randomBytes(bytes))
/** An envelope of the vault, as far as the server looks at one. */
export const envelope = () => `v1.${randomText(12)}.${randomText(33)}`

export const AUTOMATIC = (): Recovery => ({ method: 'privy', share: envelope() })
export const PASSCODE = (verifier = randomText(32)): Recovery => ({
  method: 'user-passcode',
  share: envelope(),
  salt: randomText(16),
  verifier,
})

/** One of each kind that takes something of the person's or their site's. */
export function userOwned(verifier = randomText(32)): readonly Exclude<Recovery, { method: 'privy' }>[] {
  const opened = () => ({ share: envelope(), verifier })
  return [
    { method: 'user-passcode', ...opened(), salt: randomText(16) },
    { method: 'recovery-encryption-key', ...opened() },
    { method: 'google-drive', ...opened(), file_id: `drive-${randomText(16)}` },
    { method: 'icloud', ...opened(), icloud_record_name: `record.${randomText(16)}` },
    { method: 'passkey', ...opened(), salt: randomText(32), credential_id: randomText(64) },
  ]
}

/**
 * The keys of a person's on-device wallets, as their vault has them.
 * @param setId another set's than the key's own
 */
export function createTestSet(
  owner: SetOwner,
  setKey = ed25519.utils.randomSecretKey(),
  setId = idOf(setKey),
) {
  const proven = <Body extends object>(change: SetChange, body: Body, by = owner) => ({
    ...body,
    proof: text(ed25519.sign(setStatement(by, change, body), setKey)),
  })
  /** @param claimed what the key says is its address, in the place of its own */
  const wallet = (
    index = 0,
    chainType: SetWallet['chain_type'] = 'ethereum',
    by = owner,
    claimed?: string,
  ): SetWallet => {
    if (chainType === 'solana') {
      const key = ed25519.utils.randomSecretKey()
      const publicKey = solanaAddressOf(ed25519.getPublicKey(key))
      const address = claimed ?? publicKey
      const signature = text(ed25519.sign(ownershipStatement(by, setId, address), key))
      return { chain_type: 'solana', wallet_index: index, address, public_key: publicKey, signature }
    }
    const key = secp256k1.utils.randomSecretKey()
    const publicKey = secp256k1.getPublicKey(key, true)
    const address = claimed ?? ethereumAddressOf(publicKey)
    const hash = keccak_256(ownershipStatement(by, setId, address))
    return {
      chain_type: 'ethereum',
      wallet_index: index,
      address,
      public_key: `0x${bytesToHex(publicKey)}`,
      signature: text(secp256k1.sign(hash, key, { prehash: false })),
    }
  }
  const sharing = () => ({ id: randomText(16), auth_share: envelope() })
  return {
    setId,
    proven,
    wallet,
    sharing,
    registration: (recovery = AUTOMATIC(), wallets = [wallet()]) =>
      proven('register', { set_id: setId, sharing: sharing(), recovery, wallets }),
  }
}
