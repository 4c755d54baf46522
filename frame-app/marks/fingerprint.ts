/** Bytes that a picture takes. */
const SIZE = 16

/**
 * Bytes of an address to draw by, spread so that addresses alike in the ends that people compare look different
 * (two rounds of FNV-1a with another start for each byte). No cryptography: whoever tries long enough finds a look.
 */
export function fingerprint(address: string): Uint8Array {
  const text = address.startsWith('0x') ? address.toLowerCase() : address
  const bytes = new Uint8Array(SIZE)
  for (let place = 0; place < SIZE; place++) {
    let hash = 0x811c9dc5 ^ (place * 0x9e3779b1)
    for (let round = 0; round < 2; round++)
      for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    bytes[place] = (hash ^ (hash >>> 15)) >>> 8
  }
  return bytes
}
