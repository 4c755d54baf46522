/** The part of a schema's issue that a sentence is made of. */
interface Issue {
  readonly code?: string | undefined
  readonly origin?: unknown
  readonly maximum?: unknown
}

/**
 * What is wrong with a value that a page passed, after its name. A list that is too long names its limit: nobody finds that
 * out by looking at the entries.
 */
export const problemOf = (issue: Issue | undefined): string =>
  issue?.code === 'too_big' && issue.origin === 'array'
    ? `has more than ${issue.maximum} entries.`
    : 'is missing or not valid.'
