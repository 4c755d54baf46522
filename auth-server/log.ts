/**
 * One line per failure on stderr: what was done, then the error and its causes. Bodies, headers and parameters are never
 * logged: they carry codes and tokens. A database driver's error is reduced to its SQLSTATE and message for that reason.
 */
export function logError(during: string, error: unknown): void {
  process.stderr.write(`${new Date().toISOString()} error during ${during}: ${describe(error)}\n`)
}

export function logNote(message: string): void {
  process.stderr.write(`${new Date().toISOString()} ${message}\n`)
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const code = 'code' in error && typeof error.code === 'string' ? ` [${error.code}]` : ''
  // A query error carries the statement's parameters in its message; its cause tells what happened without them.
  const message = error.message.startsWith('Failed query') ? 'query failed' : firstLine(error.message)
  const cause = error.cause instanceof Error ? ` <- ${describe(error.cause)}` : ''
  return `${error.name}${code}: ${message}${cause}`
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? ''
