import { type Exported, exportsOf, type Kind, type Member } from './exported.ts'
import { ENTRIES, type Entry, packageProgram } from './program.ts'

const TITLES: Readonly<Record<Kind, string>> = {
  function: 'Functions',
  class: 'Classes',
  value: 'Values',
  type: 'Types',
}

/** The pages of the package's reference by their path, of the declarations and their comments. */
export function referencePages(): Map<string, string> {
  const program = packageProgram()
  const entries = ENTRIES.map(entry => ({ entry, names: withAliases(exportsOf(program, entry)) }))
  return new Map([
    ['reference/index.md', indexPage(entries)],
    ...entries.map(({ entry, names }) => [`reference/${entry.page}.md`, entryPage(entry, names)] as const),
  ])
}

/** A type that has a name, such as that of a user, stands in full at its name alone. */
function withAliases(names: readonly Exported[]): Exported[] {
  const long = names.flatMap(({ name, signature }) => {
    const [, text = ''] = /^type \w+ = (.*)$/s.exec(signature) ?? []
    return text.length > 120 ? [{ name, text: anywhere(text) }] : []
  })
  const shorten = (type: string) => long.reduce((rest, { name, text }) => rest.replaceAll(text, name), type)
  return names.map(it => ({
    ...it,
    members: it.members.map(member => ({ ...member, type: shorten(member.type) })),
  }))
}

/** A text however far it is indented. */
const anywhere = (text: string) =>
  new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+'), 'g')

const indexPage = (entries: readonly { entry: Entry; names: readonly Exported[] }[]) => `# The package

\`@vitrine/host-sdk\` is one package with an entry for each place that it is used in. These pages are made of its types and their comments.
What a page without a bundler loads, and the options in words, is in [Embedding](../embedding.md).

| import | exports |
|---|---|
${entries.map(({ entry, names }) => `| [\`${entry.name}\`](./${entry.page}.md) | ${names.map(({ name }) => `\`${name}\``).join(', ') || 'the type of `window.vitrine`'} |`).join('\n')}
`

function entryPage({ name }: Entry, names: readonly Exported[]): string {
  const kinds = (Object.keys(TITLES) as Kind[]).flatMap(kind => {
    const ofKind = names.filter(it => it.kind === kind)
    return ofKind.length ? [`## ${TITLES[kind]}`, ...ofKind.map(section)] : []
  })
  const body = kinds.length ? kinds : [GLOBAL]
  return [`# ${name}`, ...body, ''].join('\n\n')
}

/** An entry that exports no name is there for what it declares. */
const GLOBAL =
  "Gives `window.vitrine` and `window.vitrineConfig` their types:\n\n```ts\nimport '@vitrine/host-sdk/global'\n```"

const section = ({ name, doc, signature, members, kind }: Exported): string =>
  [
    `### ${name}`,
    escapeMarkup(doc),
    // Of an object type its members say all.
    members.length && kind === 'type' ? '' : `\`\`\`ts\n${signature}\n\`\`\``,
    members.length ? table(members) : '',
  ]
    .filter(Boolean)
    .join('\n\n')

/** Members in a table; a type that is too long for a cell stands below it. */
function table(members: readonly Member[]): string {
  const rows = members.map(
    it => `| ${named(it)} | ${isLong(it) ? 'below' : inCode(it.type)} | ${cell(it.doc)} |`,
  )
  const long = members.filter(isLong).map(it => `${named(it)}:\n\n\`\`\`ts\n${it.type}\n\`\`\``)
  return [['| member | type | |', '|---|---|---|', ...rows].join('\n'), ...long].join('\n\n')
}

const named = ({ name, isOptional }: Member) => `\`${name}${isOptional ? '?' : ''}\``

const isLong = ({ type }: Member) => type.length > 120

const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ')

const cell = (doc: string) => oneLine(escapeMarkup(doc).replaceAll('|', '\\|'))

const inCode = (type: string) => `\`${oneLine(type).replaceAll('`', "'").replaceAll('|', '\\|')}\``

/** A comment may speak of `<div>` outside of code, which the site would take for an element. */
const escapeMarkup = (text: string) =>
  text
    .split(/(`[^`]*`)/)
    .map(part =>
      part.startsWith('`') ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;'),
    )
    .join('')
