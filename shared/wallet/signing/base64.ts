/** @returns the bytes of a canonical, padded base64 text (RFC 4648 §4), `null` for every other spelling. */
export function base64Bytes(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text)
    return btoa(binary) === text ? Uint8Array.from(binary, character => character.charCodeAt(0)) : null
  } catch {
    return null
  }
}

export const base64Text = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
