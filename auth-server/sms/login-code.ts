import type { Language } from '../words/language.ts'
import { MESSAGES, STEP_UP_MESSAGES } from '../words/messages.ts'
import type { TextMessage } from './message.ts'

/** A longer message is sent, and charged, as several. GSM 03.38 has room for 160 characters. */
const NAME_LENGTH = 40

/** The text message that carries a login code. @param appName what the operator called the site. */
export function loginCodeMessage(
  to: string,
  channel: TextMessage['channel'],
  appName: string,
  code: string,
  language: Language,
): TextMessage {
  const name = appName.replace(/\s+/g, ' ').trim().slice(0, NAME_LENGTH)
  return {
    to,
    channel,
    text: MESSAGES[language].text(name, code),
    code,
  }
}

/** The text message that carries a code to confirm a change of the account with. */
export function stepUpCodeMessage(
  to: string,
  appName: string,
  code: string,
  language: Language,
): TextMessage {
  const name = appName.replace(/\s+/g, ' ').trim().slice(0, NAME_LENGTH)
  return { to, channel: 'sms', text: STEP_UP_MESSAGES[language].text(name, code), code }
}
