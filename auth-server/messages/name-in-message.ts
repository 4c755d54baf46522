/**
 * An app's name as a mail or text message has it: one line without control and invisible characters, since a line break
 * would begin another header or paragraph, and of a length that leaves no room for words of its own.
 */
export const nameInMessage = (name: string, length: number): string =>
  [...name.replace(/\s+/g, ' ').replace(/\p{C}/gu, '').trim()].slice(0, length).join('')
