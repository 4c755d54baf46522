import type { CodeToSend } from '../signer/mailer-protocol.ts'
import { wordsFor } from '../words/messages.ts'
import { nameInMessage } from '../words/name-in-message.ts'
import type { TextMessage } from './message.ts'

/** A longer message is sent, and charged, as several. GSM 03.38 has room for 160 characters. */
const NAME_LENGTH = 40

/** The text message that carries a code. @param code with what the operator called the site */
export function loginCodeMessage(
  { to, appName, code, language, purpose }: Omit<CodeToSend, 'by'>,
  byWhatsApp: boolean,
): TextMessage {
  const text = wordsFor(purpose, language).text(nameInMessage(appName, NAME_LENGTH), code)
  return { to, channel: byWhatsApp ? 'whatsapp' : 'sms', text, code }
}
