/** A line of the log, as it is written in JSON. */
type Line = Readonly<Record<string, unknown>> & {
  readonly time: string
  readonly level: string
  readonly msg: string
}

/** Nothing that was written by somebody else moves a terminal's cursor, or looks like a line of its own. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/**
 * The same line for people: `2026-11-26T11:10:15.453Z error frame handing on a call: Error [ENOENT] … request_id=…`.
 * @param json one line as pino writes it
 */
export function asText(json: string): string {
  const { time, level, process, msg, error, stack, ...rest } = JSON.parse(json) as Line
  const fields = Object.entries(rest).map(([name, value]) => ` ${name}=${String(value)}`)
  const what = error === undefined ? msg : `${msg}: ${error}`
  const where = Array.isArray(stack)
    ? stack.map(line => `\n  ${String(line).replace(CONTROL, ' ')}`).join('')
    : ''
  const label = level === 'info' || msg.startsWith(level) ? '' : `${level} `
  return `${time} ${label}${process ? `${process} ` : ''}${`${what}${fields.join('')}`.replace(CONTROL, ' ')}${where}\n`
}
