/** Whether a query failed on a unique constraint. */
export const isUniqueViolation = (error: unknown) => failedWith(error, ['23505'])

/** Whether what a row names is not there, or a row that goes is named. */
export const isForeignKeyViolation = (error: unknown) => failedWith(error, ['23503'])

/**
 * Whether a row names a key of the signer's that was retired since it was sealed: this server has not heard of it, and will in a
 * moment. Nothing was written.
 */
export const namesRetiredKey = (error: unknown): boolean =>
  error instanceof Error &&
  [error, error.cause].some(it => constraintOf(it)?.endsWith('_key_id_fkey') === true)

const constraintOf = (error: unknown) =>
  error instanceof Error && 'constraint' in error ? String(error.constraint) : undefined

/** Whether the role that asked may not do it. */
export const isForbidden = (error: unknown) => failedWith(error, ['42501'])

/** Whether a text that a client sent can be in no database: NUL, or a JSON escape of half a character. */
export const isUnstorableText = (error: unknown): boolean =>
  failedWith(error, ['22021', '22P05']) ||
  // Half a character in JSON has the state of every malformed value; its detail alone names the surrogate.
  (error instanceof Error && [error, error.cause].some(isHalfCharacter))

const isHalfCharacter = (error: unknown) =>
  hasSqlState(error, '22P02') && /\bsurrogate\b/.test(String((error as { detail?: unknown }).detail))

/** Errors of the system, by their code, and of the driver, which has none for them. */
const LOST_CODES = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ENOENT ETIMEDOUT EHOSTUNREACH ENETUNREACH EHOSTDOWN ENOTFOUND EAI_AGAIN'.split(
    ' ',
  ),
)
const LOST_WORDS =
  /^(The database connection fell silent|Connection terminated|timeout expired|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed) and is not queryable|Cannot use a pool after calling end)/
/**
 * SQLSTATEs of a server that goes, comes, is full, may only be read (a replica that is not promoted yet) or did not get to
 * the statement in time. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const LOST_STATES = /^(08\w{3}|53\w{3}|57014|57P0[1-5]|55P03|25006|25P03)$/

/** Whether a query failed because the database could not be reached or had no time: the same call may succeed later. */
export const isDatabaseLost = (error: unknown): boolean =>
  error instanceof Error && [error, error.cause].some(isLoss)

const isLoss = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return LOST_CODES.has(code) || LOST_STATES.test(code) || LOST_WORDS.test(error.message)
}

/** The driver's error comes as it is, or as `cause` of Drizzle's. */
const failedWith = (error: unknown, states: readonly string[]) =>
  error instanceof Error && states.some(state => hasSqlState(error, state) || hasSqlState(error.cause, state))

const hasSqlState = (error: unknown, state: string) =>
  error instanceof Error && 'code' in error && error.code === state
