import { hexText } from '@vitrine/shared/encoding.ts'
import { messageBytes } from '@vitrine/shared/wallet/sign-message.ts'

/** A message as it is signed and as it can be read. */
export interface MessageContent {
  /** The bytes that EIP-191 prefixes and hashes. */
  readonly bytes: Uint8Array
  /** `null` when the bytes are not UTF-8, or when data reads as binary. */
  readonly text: string | null
  readonly isData: boolean
}

/** A message that `checkMessage` let through, read by the rule by which it is signed: what is shown is what is signed. */
export function readMessage(message: string, encoding: 'utf-8' | 'hex'): MessageContent {
  const bytes = messageBytes({ message, encoding })
  return encoding === 'utf-8'
    ? { bytes, text: message, isData: false }
    : { bytes, text: decode(bytes), isData: true }
}

/** 0x-prefixed hexadecimal. */
export const toHex = (bytes: Uint8Array): string => `0x${hexText(bytes)}`

function decode(bytes: Uint8Array): string | null {
  try {
    // A byte order mark is part of what is signed: it has to be seen, not swallowed.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    // Control characters other than line ends and tabs: chance made these bytes valid UTF-8, nobody wrote them.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
    return /[\u0000-\u0008\u000e-\u001f\u007f]/.test(text) ? null : text
  } catch {
    return null
  }
}
