/** Standard base64 with padding (RFC 4648 §4). */
export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
