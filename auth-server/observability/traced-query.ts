import { beginSpan } from './tracer.ts'

/** As the driver takes a statement: its text, or an object with it and perhaps the name of a prepared one. */
type Statement = string | { readonly text?: unknown; readonly name?: unknown }

const NAMED = /^\s*(?:with\b.*?\)\s*)?(select|insert|update|delete|begin|commit|rollback|set)\b/is
/** `extract(epoch from …)` names no table. */
const TABLE = /(?<!epoch\s)\b(?:from|into|update)\s+"?([a-z_][a-z\d_]*)"?/i

/** By what it does and to what: `select apps`, or the name that we gave it. Neither its text nor what it is given. */
export function nameOfStatement(statement: unknown): string {
  const { text, name } =
    typeof statement === 'string'
      ? { text: statement, name: undefined }
      : ((statement ?? {}) as Statement & object)
  if (typeof name === 'string' && /^[\w-]{1,60}$/.test(name)) return name
  const written = typeof text === 'string' ? text : ''
  const [, verb = 'statement'] = NAMED.exec(written) ?? []
  const [, table] = TABLE.exec(written) ?? []
  return table === undefined ? verb.toLowerCase() : `${verb.toLowerCase()} ${table}`
}

/**
 * The same `query` of the driver, each of whose statements is a span of the request that asks it.
 * @param query in its form that answers with a promise
 */
export const tracedQuery = <Query extends (...args: never[]) => unknown>(query: Query): Query =>
  ((...args: Parameters<Query>) => {
    const name = nameOfStatement(args[0])
    const span = beginSpan(name, { 'db.system.name': 'postgresql', 'db.query.summary': name })
    const answer = query(...args)
    if (span === null) return answer
    if (answer instanceof Promise)
      answer.then(
        () => span.end(false),
        () => span.end(true),
      )
    else span.end(false)
    return answer
  }) as Query
