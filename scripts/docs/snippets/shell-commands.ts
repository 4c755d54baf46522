/** A command of a block: its words as a shell would hand them on, without redirections. */
export interface ShellCommand {
  readonly words: readonly string[]
  /** Of the block, from 0. */
  readonly line: number
}

const BREAKS = /^(\|\||&&|[|;&()\n])/
const REDIRECTION = /^(\d*(<<?|>>?)&?\s*[^\s()|;&]*)/

/**
 * The commands of a script, without running it: enough of a shell's grammar for what guides show. What stands in a here-document and in
 * comments is left out, variables stay as they are written, and what a command writes for another stands as one word.
 */
export function commandsOf(script: string): ShellCommand[] {
  const commands: ShellCommand[] = []
  let words: string[] = []
  let line = 0
  const text = withoutHereDocuments(script.replaceAll('\\\n', '  '))
  const end = () => {
    if (words.length) commands.push({ words, line })
    words = []
  }
  for (let rest = text; rest !== ''; ) {
    const [space = ''] = /^[ \t]*/.exec(rest) ?? []
    rest = rest.slice(space.length)
    if (rest === '') break
    const skipped = /^#[^\n]*/.exec(rest) ?? (isWordBefore(words) ? REDIRECTION.exec(rest) : null)
    const [broken] = BREAKS.exec(rest) ?? []
    if (skipped) rest = rest.slice(skipped[0].length)
    else if (broken) {
      end()
      if (broken === '\n') line++
      rest = rest.slice(broken.length)
    } else {
      const [taken, word] = takeWord(rest)
      if (taken === 0) throw new Error(`Not understood: ${rest.slice(0, 40)}`)
      words.push(word)
      line += rest.slice(0, taken).split('\n').length - 1
      rest = rest.slice(taken)
    }
  }
  end()
  return commands
}

const isWordBefore = (words: readonly string[]) => words.length > 0

/** @returns how many characters the word takes, and the word without its quotes */
function takeWord(text: string): [number, string] {
  const pattern = /^("(?:[^"\\]|\\.)*"|'[^']*'|\$\([^()]*\)|\\.|[^\s|;&()"'\\])+/s
  const [taken = ''] = pattern.exec(text) ?? []
  const word = taken.replaceAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'/gs, (_, double, single) => double ?? single)
  return [taken.length, word]
}

/** Their lines stay, empty, so that places stay. */
function withoutHereDocuments(script: string): string {
  let mark: string | null = null
  return script
    .split('\n')
    .map(line => {
      if (mark !== null) {
        if (line.trim() === mark) mark = null
        return ''
      }
      const [, opened] = /<<-?\s*['"]?(\w+)['"]?/.exec(line) ?? []
      mark = opened ?? null
      return line
    })
    .join('\n')
}
