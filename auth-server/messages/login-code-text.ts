import type { Language } from '../words/language.ts'
import { MESSAGES } from '../words/messages.ts'
import type { TextMessage } from './message.ts'
import { nameInMessage } from './name-in-message.ts'

/** A longer message is sent, and charged, as several. GSM 03.38 has room for 160 characters. */
const NAME_LENGTH = 40

/** The text message that carries a login code. @param code with what the operator called the site */
export function loginCodeMessage(
  {
    to,
    appName,
    code,
    language,
  }: {
    readonly to: string
    readonly appName: string
    readonly code: string
    readonly language: Language
  },
  byWhatsApp: boolean,
): TextMessage {
  const text = MESSAGES[language].text(nameInMessage(appName, NAME_LENGTH), code)
  return { to, channel: byWhatsApp ? 'whatsapp' : 'sms', text, code }
}
