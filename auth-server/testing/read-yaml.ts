/** What a file of `deploy/` says, as JSON has it. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows which file it reads.
export type Yaml = any

interface Line {
  readonly indent: number
  readonly text: string
}

/**
 * Reads the part of YAML that our own files use: maps and lists in blocks or on one line, plain and quoted words, anchors of maps and
 * `<<`. Numbers stay words.
 * @returns one value for each document
 * @throws Error with the line that is none of it
 */
export const readYaml = (text: string): Yaml[] =>
  text
    .split(/^---$/m)
    .map(document => createReader(document).read())
    .filter(value => value !== null)

function createReader(document: string) {
  const lines: Line[] = document
    .split('\n')
    .map(line => ({
      indent: line.search(/\S|$/),
      text: line
        .trim()
        .replace(/(^|\s)#.*$/, '')
        .trimEnd(),
    }))
    .filter(({ text }) => text !== '')
  const anchors = new Map<string, Yaml>()
  let at = 0

  const block = (indent: number): Yaml => {
    const line = lines[at]
    if (!line || line.indent < indent) return null
    return line.text.startsWith('- ') || line.text === '-' ? list(line.indent) : map(line.indent)
  }
  const list = (indent: number): Yaml => {
    const items: Yaml[] = []
    while (lines[at]?.indent === indent && lines[at]?.text.startsWith('-')) {
      const text = lines[at]?.text.slice(2) ?? ''
      if (/^[\w.$/<-]+:( |$)/.test(text)) {
        // The item is a map, whose first line stands beside the dash.
        lines[at] = { indent: indent + 2, text }
        items.push(map(indent + 2))
      } else {
        at++
        items.push(text === '' ? block(indent + 1) : flow(text))
      }
    }
    return items
  }
  const map = (indent: number): Yaml => {
    const entries: Record<string, Yaml> = {}
    while (lines[at]?.indent === indent && !lines[at]?.text.startsWith('- ')) {
      const [, key = '', rest = ''] = /^("[^"]+"|[^\s:]+):(?: (.*))?$/.exec(lines[at]?.text ?? '') ?? []
      if (key === '') throw new Error(`No YAML of ours: ${lines[at]?.text}`)
      at++
      const [, anchor, value = ''] = /^(?:&(\w+)\s*)?(.*)$/.exec(rest) ?? []
      const isList = lines[at]?.text.startsWith('- ') === true
      const read = value === '' ? block(isList ? indent : indent + 1) : flow(value)
      if (anchor) anchors.set(anchor, read)
      if (key === '<<') Object.assign(entries, read)
      else entries[key.replaceAll('"', '')] = read
    }
    return entries
  }
  /** A value on one line. */
  const flow = (text: string): Yaml => {
    const inner = text.slice(1, -1).trim()
    if (text.startsWith('*')) return anchors.get(text.slice(1))
    if (text.startsWith('"')) return JSON.parse(text)
    if (text.startsWith('[')) return parts(inner).map(flow)
    if (text.startsWith('{'))
      return Object.fromEntries(
        parts(inner).map(part => [
          part.slice(0, part.indexOf(':')),
          flow(part.slice(part.indexOf(':') + 1).trim()),
        ]),
      )
    return text === 'true' || text === 'false' ? text === 'true' : text
  }
  return {
    read(): Yaml {
      const value = block(0)
      if (at < lines.length) throw new Error(`No YAML of ours: ${lines[at]?.text}`)
      return value
    },
  }
}

/** What commas part, outside of brackets and quotes. */
function parts(text: string): string[] {
  const found = text.match(/(?:"[^"]*"|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|\[[^\]]*\]|[^,])+/g) ?? []
  return found.map(part => part.trim()).filter(Boolean)
}
