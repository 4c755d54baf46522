import type { oas31 } from 'zod-openapi'
import type { OpenApiDocument } from './document.ts'

/** The pages of the HTTP API by path: a list of the operations, which the site’s search finds, and a reference for each tag. */
export function httpPages({ tags = [], paths = {} }: OpenApiDocument): Map<string, string> {
  const operations = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs as Record<string, oas31.OperationObject>).flatMap(([verb, it]) =>
      it.operationId ? [{ path, verb: verb.toUpperCase(), it }] : [],
    ),
  )
  const parts = tags.map(({ name, description }) => {
    const rows = operations
      .filter(({ it }) => it.tags?.includes(name))
      .map(
        ({ path, verb, it }) =>
          `| [\`${verb} ${path}\`](./${name.toLowerCase()}.md#operation/${it.operationId}) | ${it.summary} |`,
      )
    return `## ${name}\n\n${description} [Reference](./${name.toLowerCase()}.md)\n\n| operation | summary |\n|---|---|\n${rows.join('\n')}`
  })
  return new Map([
    [
      'http/index.md',
      `# HTTP API

Each part below has a reference that shows every operation with its fields, examples and error codes. It is made of
<a href="../openapi.json" target="_self">openapi.json</a> (OpenAPI 3.1), and you can generate a client from that file:

\`\`\`sh
npm install openapi-fetch
npx openapi-typescript https://wallet.example/docs/openapi.json -o vitrine-api.ts
\`\`\`

A site's backend needs the part [Backend](#backend) only. The guide [Users API](../users-api.md) explains it. An error response is
\`{"error": "a sentence", "code": "…"}\`. The page [Error codes](../errors.md) lists the codes.

${parts.join('\n\n')}
`,
    ],
    ...tags.map(({ name }): [string, string] => [
      `http/${name.toLowerCase()}.md`,
      `---
layout: page
title: 'HTTP API: ${name}'
sidebar: false
aside: false
search: false
---

<HttpReference tag="${name}" />
`,
    ]),
  ])
}
