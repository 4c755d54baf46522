import { type AccountNotice, sayNotice } from '../words/account-notice.ts'
import type { TextMessage } from './message.ts'

/** The text message that tells of a change of an account, for who has no older email address there. */
export function accountNoticeMessage(to: string, notice: AccountNotice): TextMessage {
  const { words, lead } = sayNotice(notice)
  const ending = notice.undo ? `${words.notYouShort} ${notice.undo.url}` : words.support
  return { to, channel: 'sms', text: `${lead} ${ending}` }
}
