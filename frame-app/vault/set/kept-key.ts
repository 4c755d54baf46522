/** What signs: 32 bytes, which whoever got them wipes, or the browser's own handle, which nothing reads out. */
export type SigningKey = Uint8Array | CryptoKey

/** A wallet's key between two operations. */
export interface KeptKey {
  open(): Promise<SigningKey>
}

/**
 * Keeps a key without its bytes: as the browser's handle where the browser signs with such keys itself, else encrypted by a
 * key that is made for it alone, lives in this worker's memory and cannot be exported. Forgotten, either is gone for good.
 *
 * @param key stays its caller's, who wipes it
 */
export async function keepKey(key: Uint8Array, handle: CryptoKey | null): Promise<KeptKey> {
  if (handle) return { open: async () => handle }
  const wrapping = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  // One key, one message: no IV is used twice.
  const algorithm = { name: 'AES-GCM', iv: crypto.getRandomValues(new Uint8Array(12)) }
  const sealed = await crypto.subtle.encrypt(algorithm, wrapping, key as Uint8Array<ArrayBuffer>)
  return { open: async () => new Uint8Array(await crypto.subtle.decrypt(algorithm, wrapping, sealed)) }
}

export const wipe = (key: SigningKey): void => {
  if (key instanceof Uint8Array) key.fill(0)
}
