/** A change to one file, as `docs/migrate-from-privy.md` has it: a file's name in bold, and a block of `diff` below it. */
export interface Step {
  readonly file: string
  readonly hunks: readonly Hunk[]
}

/** Lines as they are before and after, with those around them that stay. A new file has none before. */
interface Hunk {
  readonly before: string
  readonly after: string
}

const STEP = /^\*\*`(?<file>[^`]+)`\*\*\n\n```diff\n(?<diff>[\s\S]*?)^```$/gm

/** @param page Markdown @returns its steps, in order */
export const readSteps = (page: string): Step[] =>
  [...page.matchAll(STEP)].map(({ groups: { file = '', diff = '' } = {} }) => ({
    file,
    hunks: diff.split(/^@@\n/m).map(readHunk),
  }))

function readHunk(text: string): Hunk {
  const lines = text.split('\n').slice(0, -1)
  const side = (...marks: string[]) =>
    lines
      .filter(line => marks.includes(line.charAt(0)))
      .map(line => `${line.slice(1)}\n`)
      .join('')
  return { before: side(' ', '-'), after: side(' ', '+') }
}

/**
 * Does what a step says.
 *
 * @param files texts by path
 * @throws Error when a hunk's lines are not there, or more than once: a reader would not know where
 */
export function followStep(files: ReadonlyMap<string, string>, { file, hunks }: Step): Map<string, string> {
  const text = hunks.reduce((done, { before, after }) => {
    const places = before === '' ? Number(!files.has(file)) : `\n${done}`.split(`\n${before}`).length - 1
    if (places !== 1) throw new Error(`${file}: these lines are there ${places} times:\n${before}`)
    return `\n${done}`.replace(`\n${before}`, () => `\n${after}`).slice(1)
  }, files.get(file) ?? '')
  return new Map(files).set(file, text)
}

/** Rows of the tables whose first column is Privy's, with the names in code of both columns. */
export const readMapping = (page: string) =>
  page
    .split(/^\| Privy \|.*$/m)
    .slice(1)
    .flatMap(table => table.split('\n\n')[0]?.split('\n').slice(2) ?? [])
    .map(row => {
      const [, theirs = '', ours = ''] = row.split('|')
      return { theirs: namesIn(theirs), ours: namesIn(ours) }
    })

const namesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code)
