/**
 * What libraries put into the messages of their errors besides what happened: the refused recipient of a mail, the address with
 * its key that was asked, the token that would not do. Each is replaced by a word; what happened stays.
 */
const PERSONAL: readonly (readonly [RegExp, string])[] = [
  // First, since the others would find parts of it. The host says who was asked.
  [/:\/\/(?:[^\s/@]*@)?([^\s/?#"'<>]*)[^\s"'<>]*/g, '://$1'],
  // It begins where a run of such characters begins: one without an at sign is read once, and not from each of its characters.
  [/(?<![^\s<>"'(),:;@])[^\s<>"'(),:;@]+@[^\s<>"'(),:;@]+/g, '<address>'],
  [/\+\d[\d ()-]{5,}\d/g, '<number>'],
  // JSON Web Tokens, keys and hashes: longer than any word.
  [/\beyJ[\w-]+(?:\.[\w-]*)*/g, '<token>'],
  [/\b0x[\da-f]{32,}\b/gi, '<hex>'],
  [/[\w+/=-]{40,}/g, '<secret>'],
]

export const scrub = (text: string): string =>
  PERSONAL.reduce((scrubbed, [pattern, word]) => scrubbed.replace(pattern, word), text)

/**
 * What an error says of itself and its causes, in one line: names, codes, first lines of messages. No message of an error that is
 * about the very text it was given: a parser's quotes it, and so does Postgres's of a value that it cannot read (class 22).
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  const cause = error.cause instanceof Error ? ` <- ${describeError(error.cause)}` : ''
  return `${error.name}${code === null ? '' : ` [${scrub(code)}]`}: ${messageOf(error, code)}${cause}`
}

function messageOf(error: Error, code: string | null): string {
  if (error instanceof SyntaxError) return 'a text that cannot be read'
  if (code !== null && /^22[\dA-Z]{3}$/.test(code)) return 'a value that the database cannot take'
  // A query error carries the statement's parameters in its message; its cause tells what happened without them.
  if (error.message.startsWith('Failed query')) return 'query failed'
  return scrub(error.message.split('\n', 1)[0] ?? '')
}

/** Where an error was thrown: functions and files, and nothing of its message. */
export const placesOf = (error: unknown): string[] =>
  error instanceof Error
    ? (error.stack ?? '')
        .split('\n')
        .filter(line => /^ {4}at /.test(line))
        .map(line => line.trim())
    : []
