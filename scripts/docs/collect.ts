import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from '../root.mjs'
import { ROOT_PAGES, siteLinks } from './repository-links.ts'

/**
 * Puts all that the site has into one folder: the guides as they stand in `docs/`, the repository's own pages, and what is made of the code.
 * @param made pages by their path, and other files
 */
export async function collectPages(
  folder: string,
  made: ReadonlyMap<string, string>,
  repository = process.env.DOCS_REPOSITORY,
): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await cp(`${root}docs/images`, join(folder, 'images'), { recursive: true })
  await mkdir(join(folder, 'public'))
  await cp(`${root}docs/.vitepress/icon.svg`, join(folder, 'public/icon.svg'))
  await cp(`${root}auth-server/frame/favicon.ico`, join(folder, 'public/favicon.ico'))
  for (const [file, page] of [...(await guides()), ...Object.entries(ROOT_PAGES)]) {
    const text = await readFile(root + file, 'utf8').catch(() => null)
    if (text !== null) await write(join(folder, page), siteLinks(text, file, repository))
  }
  for (const [path, text] of made) await write(join(folder, path), text)
}

async function guides(): Promise<(readonly [file: string, page: string])[]> {
  const entries = await readdir(`${root}docs`, { recursive: true })
  return entries.filter(path => path.endsWith('.md')).map(path => [`docs/${path}`, path])
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
