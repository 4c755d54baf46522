import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { root } from '../root.mjs'

const run = promisify(execFile)

/**
 * What a server says of itself (`auth-server/build-info.ts`). No time of day: whoever builds the same sources again gets the
 * same bytes.
 * @param {readonly string[]} sources what the server is built from, below the root
 * @param {string} migrations the folder of the migrations, below the root
 * @returns {Promise<import('../../auth-server/build-info.ts').BuildInfo>}
 */
export async function readBuildInfo(sources, migrations) {
  const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'))
  const numbers = (await readdir(root + migrations))
    .map(name => Number.parseInt(name, 10))
    .filter(Number.isInteger)
  const commit = await readCommit(sources)
  return { version, ...(commit !== null && { commit }), migrations: Math.max(0, ...numbers) }
}

/**
 * `VITRINE_COMMIT`, where the sources come without their history, as into an image; else what git says.
 * @param {readonly string[]} sources
 * @returns {Promise<string | null>} `null`: nobody knows it, or a source was changed since
 */
async function readCommit(sources) {
  const told = process.env.VITRINE_COMMIT ?? ''
  if (told !== '') return /^[\da-f]{40}$/.test(told) ? told : null
  try {
    const git = async (/** @type {string[]} */ ...args) =>
      (await run('git', args, { cwd: root })).stdout.trim()
    const [head, changed] = await Promise.all([
      git('rev-parse', 'HEAD', '--show-prefix'),
      git('status', '--porcelain', '--', ...sources),
    ])
    // A folder of somebody else's repository has a prefix in it, and no commit of its own.
    return changed === '' && /^[\da-f]{40}$/.test(head) ? head : null
  } catch {
    return null
  }
}
