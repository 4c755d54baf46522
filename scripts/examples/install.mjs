import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { run } from '../child-process.mjs'
import { root } from '../root.mjs'
import { TARBALL } from './packed.mjs'

/** There, when the example was installed. */
const STAMP = 'node_modules/.installed-from'

/**
 * Installs what an example's lockfile and the packed host SDK say, unless these very ones are installed.
 * @param {string} folder the example's, below the root
 * @throws Error when npm fails
 */
export async function ensureExampleInstalled(folder) {
  const hash = createHash('sha256')
  for (const file of [`${folder}/package-lock.json`, TARBALL]) hash.update(await readFile(root + file))
  const wanted = hash.digest('hex')
  const stamp = `${root}${folder}/${STAMP}`
  if ((await readFile(stamp, 'utf8').catch(() => null)) === wanted) return
  console.log(`Installing the packages of ${folder} …`)
  const code = await run('npm', ['ci', '--prefix', root + folder, '--no-audit', '--no-fund'])
  if (code !== 0)
    throw new Error(`npm ci failed in ${folder}: see its message above, then run the command again.`)
  await writeFile(stamp, wanted)
}
