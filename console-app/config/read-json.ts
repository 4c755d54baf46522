/** JSON that an operator types, read with the line of each thing in it: a browser's own reader tells neither alike nor of places. */

export type ReadJson =
  | { readonly ok: true; readonly value: unknown; lineOf(path: string): number }
  | { readonly ok: false; readonly line: number; readonly reason: string }

class NotJson extends Error {
  readonly at: number
  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

/** Deeper than any config; a text of brackets alone must not end the page. */
const MOST_LEVELS = 64
const TOKEN =
  /"(?:[^"\\]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** Reads it as JSON.parse does, except that a key which stands twice in an object is refused. Lines count from 1. */
export function readJson(text: string): ReadJson {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const lineAt = (index: number) => starts.filter(start => start <= index).length
  const places = new Map<string, number>()
  let at = 0

  const skip = () => {
    while (/[ \t\n\r]/.test(text[at] ?? '')) at++
  }
  const expectSign = (sign: string, otherwise: string) => {
    skip()
    if (text[at] !== sign) throw new NotJson(at, otherwise)
    at++
  }
  const token = (): string => {
    skip()
    TOKEN.lastIndex = at
    const [found] = TOKEN.exec(text) ?? []
    if (found === undefined || [...found].some(sign => sign < ' ')) throw new NotJson(at, expected(text, at))
    at += found.length
    return found
  }
  const members = (close: string, member: () => void) => {
    at++
    skip()
    if (text[at] === close) {
      at++
      return
    }
    for (;;) {
      member()
      skip()
      if (text[at] === close) {
        at++
        return
      }
      expectSign(',', `Put a comma or ${close} here.`)
    }
  }
  const value = (path: readonly string[]): unknown => {
    if (path.length > MOST_LEVELS) throw new NotJson(at, 'This is nested too deeply.')
    skip()
    places.set(path.join('.'), at)
    if (text[at] === '[') {
      const items: unknown[] = []
      members(']', () => items.push(value([...path, String(items.length)])))
      return items
    }
    if (text[at] !== '{') return JSON.parse(token())
    const entries = new Map<string, unknown>()
    members('}', () => {
      skip()
      const start = at
      if (text[at] !== '"') throw new NotJson(at, 'Write a key in double quotes here.')
      const key = JSON.parse(token()) as string
      if (entries.has(key)) throw new NotJson(start, `“${key}” is here twice. Keep one of them.`)
      expectSign(':', `Put a colon after “${key}”.`)
      const inside = [...path, key]
      entries.set(key, value(inside))
      places.set(inside.join('.'), start)
    })
    return Object.fromEntries(entries)
  }

  try {
    const read = value([])
    skip()
    if (at < text.length) throw new NotJson(at, 'Remove the text after the end of the object.')
    return {
      ok: true,
      value: read,
      lineOf(path) {
        const names = path === '' ? [] : path.split('.')
        // What is missing is told where it would stand.
        while (names.length > 0 && !places.has(names.join('.'))) names.pop()
        return lineAt(places.get(names.join('.')) ?? 0)
      },
    }
  } catch (error) {
    if (!(error instanceof NotJson)) throw error
    return { ok: false, line: lineAt(Math.min(error.at, text.trimEnd().length)), reason: error.message }
  }
}

function expected(text: string, at: number): string {
  if (at >= text.length) return 'The text ends too early. Close what is open.'
  if (text[at] === '"') return 'This text has no end on its line, or a sign that must be escaped.'
  if (text[at] === ',' || text[at] === '}' || text[at] === ']')
    return 'A value is missing here, or there is a comma too many.'
  return 'This isn’t a value. Put text in double quotes.'
}
