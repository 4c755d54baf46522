/** Whether a query failed on a unique constraint. The driver's error comes as it is, or as `cause` of Drizzle's. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return hasSqlState(error, '23505') || hasSqlState(error.cause, '23505')
}

const hasSqlState = (error: unknown, state: string) =>
  error instanceof Error && 'code' in error && error.code === state
