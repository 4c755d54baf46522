import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { root } from '../../root.mjs'

/** A fenced block of a Markdown file. */
export interface Block {
  /** Below the root. */
  readonly file: string
  /** Of the fence, from 1. */
  readonly line: number
  /** As the fence says: `ts`, or nothing. */
  readonly language: string
  /** What stands behind the language: of JSON, what it is. */
  readonly kind: string
  readonly text: string
}

const FENCE = /^( *)```(\S*) *(.*)$/

/** The blocks of a text, without their indentation. */
export function blocksOf(file: string, markdown: string): Block[] {
  const blocks: Block[] = []
  let open: { line: number; indent: string; language: string; kind: string; lines: string[] } | null = null
  for (const [index, line] of markdown.split('\n').entries()) {
    const [, indent = '', language = '', kind = ''] = FENCE.exec(line) ?? []
    const isFence = FENCE.test(line)
    if (open && isFence) {
      const { lines, indent: _, ...rest } = open
      blocks.push({ file, ...rest, text: `${lines.join('\n')}\n` })
      open = null
    } else if (open) open.lines.push(line.slice(open.indent.length))
    else if (isFence) open = { line: index + 1, indent, language, kind: kind.trim(), lines: [] }
  }
  return blocks
}

/** Every Markdown file that a reader is given. */
export function documents(): string[] {
  const guides = readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.md'))
    .map(path => `docs/${path}`)
  const examples = readdirSync(`${root}examples`).map(name => `examples/${name}/README.md`)
  const others = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'host-sdk/README.md', ...examples]
  return [...guides, ...others.filter(file => existsSync(root + file))].sort()
}

export const allBlocks = (): Block[] =>
  documents().flatMap(file => blocksOf(file, readFileSync(root + file, 'utf8')))

/** Where a block is, as an editor opens it. */
export const placeOf = ({ file, line }: Block) => `${file}:${line}`
