import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { build } from 'vitepress'
import { root } from '../root.mjs'
import { stampDocs } from '../setup/build-docs.mjs'
import { collectPages } from './collect.ts'
import { errorsPage } from './errors/page.ts'
import { openApi } from './openapi/document.ts'
import { httpPages } from './openapi/pages.ts'
import { referencePages } from './reference/pages.ts'

// Beside a server that somebody works with.
if (process.env.DOCS_QUIETLY) setPriority(19)

await stampDocs(async () => {
  const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'))
  const document = openApi(version)
  await collectPages(
    `${root}.cache/docs/pages`,
    new Map([
      ...referencePages(),
      ...httpPages(document),
      ['errors.md', await errorsPage()],
      // What lies in this folder is served as it is.
      ['public/openapi.json', JSON.stringify(document)],
    ]),
  )
  await build(`${root}docs`)
})
