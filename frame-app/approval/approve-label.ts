import { say } from '../words/say.ts'
import { singleLine } from './readable-text.ts'

/** The site may say what for, and never take the word away: a button that approves and reads "Cancel" would be a trap. */
export function approveLabel(buttonText: string | undefined): string {
  const purpose = singleLine(buttonText ?? '')
  return purpose === '' || purpose.toLowerCase() === say('action.approve').toLowerCase()
    ? say('action.approve')
    : say('action.approveFor', { purpose })
}
