import { wordsFor } from '../words/messages.ts'
import type { CodeToTell, TextMessage } from './message.ts'
import { nameInMessage } from './name-in-message.ts'

/** A longer message is sent, and charged, as several. GSM 03.38 has room for 160 characters. */
const NAME_LENGTH = 40

/** The text message that carries a code. @param code with what the operator called the site */
export function loginCodeMessage(
  { to, appName, code, language, purpose }: CodeToTell,
  byWhatsApp: boolean,
): TextMessage {
  const text = wordsFor(purpose, language).text(nameInMessage(appName, NAME_LENGTH), code)
  return { to, channel: byWhatsApp ? 'whatsapp' : 'sms', text, code }
}
