import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
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
      // The site serves the files of this folder as they are.
      ['public/openapi.json', JSON.stringify(document)],
      ...(await redocFiles()),
    ]),
  )
  await build(`${root}docs`)
})

/** Redoc, which draws `openapi.json` in the browser, with its notices. */
async function redocFiles(): Promise<[path: string, text: string][]> {
  const folder = `${root}node_modules/redoc/`
  const files = ['bundles/redoc.standalone.js', 'bundles/redoc.standalone.js.LICENSE.txt', 'LICENSE']
  return Promise.all(
    files.map(async file => [`public/redoc/${basename(file)}`, await readFile(folder + file, 'utf8')]),
  )
}
