/** Whether a query failed on a unique constraint. */
export const isUniqueViolation = (error: unknown) => failedWith(error, ['23505'])

/** Whether a text that a client sent can be in no database: NUL, or a JSON escape of half a character. */
export const isUnstorableText = (error: unknown) => failedWith(error, ['22021', '22P05'])

/** The driver's error comes as it is, or as `cause` of Drizzle's. */
const failedWith = (error: unknown, states: readonly string[]) =>
  error instanceof Error && states.some(state => hasSqlState(error, state) || hasSqlState(error.cause, state))

const hasSqlState = (error: unknown, state: string) =>
  error instanceof Error && 'code' in error && error.code === state
