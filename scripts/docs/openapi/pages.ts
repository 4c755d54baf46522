import { type OpenApi, type Operation, TAGS } from './document.ts'
import type { JsonSchema } from './schemas.ts'
import { shapeOf } from './shape.ts'

const TITLES: Readonly<Record<(typeof TAGS)[number]['name'], string>> = {
  backend: 'For backends',
  login: 'Logins',
  account: 'Sessions and accounts',
  wallets: 'Wallets and funding',
  console: 'Console',
  health: 'Health',
}

const SCHEMES: Readonly<Record<string, string>> = {
  appSecret: 'app id and secret (`Authorization: Basic`)',
  appId: 'the app (`vitrine-app-id`)',
  session: 'a session (`Authorization: Bearer`)',
  deviceProof: 'the device’s proof (`DPoP`)',
  console: 'an operator’s session (cookie)',
}

/** The pages of the HTTP API, by their path: one that leads to the others, and one for each part. */
export function httpPages(document: OpenApi): Map<string, string> {
  const parts = TAGS.map(({ name, description }) => {
    const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
      Object.entries(verbs).flatMap(([verb, it]) => (it.tags[0] === name ? [{ path, verb, it }] : [])),
    )
    return { name, description, operations }
  })
  const index = parts.map(
    ({ name, description, operations }) =>
      `| [${TITLES[name]}](./${name}.md) | ${description} | ${operations.length} |`,
  )
  return new Map([
    ['http/index.md', indexPage(index, document)],
    ...parts.map(
      ({ name, description, operations }) =>
        [
          `http/${name}.md`,
          [
            ...(name === 'backend' ? [] : [UNSEARCHED]),
            `# ${TITLES[name]}`,
            description,
            ...operations.map(({ path, verb, it }) => operation(path, verb, it)),
            '',
          ].join('\n\n'),
        ] as const,
    ),
  ])
}

/** What the frame calls is read by who looks for it: among what a search finds it would stand before the guides. */
const UNSEARCHED = '---\nsearch: false\n---'

const indexPage = (rows: readonly string[], { components }: OpenApi) => `# HTTP API

All paths are of the wallet origin. These pages are made of the server's routes and schemas, and so is
<a href="../openapi.json" target="_self">openapi.json</a> (OpenAPI 3.1), from which clients can be generated.

| part | | calls |
|---|---|---|
${rows.join('\n')}

A site's backend needs the first part alone: the [users API](../users-api.md) says the same in words. An error is
\`{"error": "a sentence", "code": "…"}\`: see the [error codes](../errors.md).

## Shapes

${Object.entries(components.schemas as Record<string, JsonSchema>)
  .map(([name, schema]) => `### ${name}\n\n\`\`\`ts\ntype ${name} = ${shapeOf(schema)}\n\`\`\``)
  .join('\n\n')}
`

function operation(path: string, verb: string, it: Operation): string {
  const asks = it.security
    .map(each =>
      Object.keys(each)
        .map(name => SCHEMES[name] ?? name)
        .join(', '),
    )
    .filter(Boolean)
  return [
    `## ${verb.toUpperCase()} ${path}`.replaceAll('{', '&#123;').replaceAll('}', '&#125;'),
    `${it.summary}.`,
    ...(asks.length ? [`Asks for ${asks.join('; or ')}.`] : []),
    ...parameters(it.parameters),
    ...(it.requestBody ? ['Body:', block(contentOf(it.requestBody))] : []),
    'Answer:',
    block(contentOf(it.responses[200] ?? {})),
    ...refusals(it.responses),
  ].join('\n\n')
}

const contentOf = ({ content }: JsonSchema): JsonSchema =>
  (content as Record<string, { readonly schema: JsonSchema }> | undefined)?.['application/json']?.schema ?? {}

const block = (schema: JsonSchema) => `\`\`\`ts\n${shapeOf(schema)}\n\`\`\``

function parameters(given: readonly JsonSchema[]): string[] {
  if (given.length === 0) return []
  const isDescribed = given.some(it => it.description)
  const meaning = (text: unknown) => (isDescribed ? ` ${text ?? ''} |` : '')
  const rows = given.map(
    it => `| \`${it.name}\` | ${it.in} | ${it.required ? 'yes' : 'no'} |${meaning(it.description)}`,
  )
  const head = [
    `| parameter | in | required |${meaning('meaning')}`,
    `|---|---|---|${isDescribed ? '---|' : ''}`,
  ]
  return [[...head, ...rows].join('\n')]
}

function refusals(responses: Operation['responses']): string[] {
  const rows = Object.entries(responses)
    .filter(([status]) => status !== '200')
    .map(([status, { description }]) => `| ${status} | ${description} |`)
  return rows.length ? [['| status | code |', '|---|---|', ...rows].join('\n')] : []
}
