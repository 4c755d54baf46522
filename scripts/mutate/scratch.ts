import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { root } from '../root.mjs'

/** Not part of the sources, or made of them. */
const LEFT_OUT = new Set(['node_modules', '.git', '.cache', '.vitrine', 'dist'])

/**
 * Copies the working tree, so that it is never changed itself. Packages are linked; those of the workspace lead into the
 * copy, or a change in `shared/` would not be seen by who imports it by its package's name.
 */
export async function makeScratch(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-mutate-'))
  await cp(root, folder, {
    recursive: true,
    filter: path => relative(root, path) === '' || !LEFT_OUT.has(basename(path)),
  })
  const packages = join(folder, 'node_modules')
  await mkdir(packages)
  for (const name of await readdir(join(root, 'node_modules')))
    if (name === '@vitrine')
      await cp(join(root, 'node_modules', name), join(packages, name), {
        recursive: true,
        verbatimSymlinks: true,
      })
    else if (!name.startsWith('.vite')) await symlink(join(root, 'node_modules', name), join(packages, name))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
