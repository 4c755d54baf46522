import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { MAX_MESSAGE_BYTES } from '@vitrine/shared/wallet/message-limit.ts'

/**
 * A message must be what the person reads: text that has exactly one UTF-8 form, or bytes that are spelt out whole.
 * @throws VitrineError `invalid_data`
 */
export function checkMessage(message: string, encoding: 'utf-8' | 'hex'): void {
  if (encoding === 'hex' && !/^0x(?:[0-9a-f]{2})*$/i.test(message))
    throw clientError('invalid_data', 'A message with encoding "hex" is 0x followed by whole bytes.')
  // A lone surrogate has no UTF-8 form: the bytes signed would not be the text shown.
  if (encoding === 'utf-8' && /\p{Surrogate}/u.test(message))
    throw clientError('invalid_data', 'The message has characters that cannot be written as UTF-8.')
  const bytes = encoding === 'hex' ? (message.length - 2) / 2 : new TextEncoder().encode(message).length
  if (bytes > MAX_MESSAGE_BYTES)
    throw clientError('invalid_data', `The message is longer than ${MAX_MESSAGE_BYTES} bytes.`)
}
