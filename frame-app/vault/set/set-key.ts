import { base64urlText } from '@vitrine/shared/encoding.ts'
import { deriveEd25519Key } from '@vitrine/shared/wallet/derivation/solana.ts'
import { type SetChange, type SetOwner, setStatement } from '@vitrine/shared/wallet/set-statement.ts'
import { ed25519PublicKey, signEd25519 } from './ed25519-key.ts'

/** A path that no wallet uses ("VITR" on a phone's keys): the set's own key never signs for a chain. */
const SET_PATH = [8487, 0]

/** The id of the set that a seed makes: its Ed25519 public key, base64url. */
export function setIdOf(seed: Uint8Array): string {
  const key = deriveEd25519Key(seed, SET_PATH)
  try {
    return base64urlText(ed25519PublicKey(key))
  } finally {
    key.fill(0)
  }
}

/** Adds the proof of the set's key to a change of the set. */
export async function proven<Body extends object>(
  seed: Uint8Array,
  owner: SetOwner,
  change: SetChange,
  body: Body,
): Promise<Body & { readonly proof: string }> {
  const key = deriveEd25519Key(seed, SET_PATH)
  try {
    return { ...body, proof: base64urlText(await signEd25519(setStatement(owner, change, body), key)) }
  } finally {
    key.fill(0)
  }
}
