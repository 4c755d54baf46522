import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'vitrine-another-checkout-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Another checkout of the same sources, with packages of its own, below a path of another length. */
function checkOut(): string {
  const checkout = join(folder, 'of/the/very/same/sources')
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of files.split('\0').filter(name => name !== '' && !/\.(?:test|spec)\.tsx?$/.test(name))) {
    mkdirSync(dirname(join(checkout, file)), { recursive: true })
    cpSync(join(root, file), join(checkout, file))
  }
  // A workspace has a folder of its own for a version that the root does not have.
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const folder of ['', ...workspaces]) {
    const packages = [join(root, folder, 'node_modules'), join(checkout, folder, 'node_modules')] as const
    if (!existsSync(packages[0])) continue
    // As links where both lie on one disk: a build writes nothing there, and 70,000 files need not be copied.
    if (spawnSync('cp', ['-al', ...packages], { stdio: 'ignore' }).status !== 0)
      execFileSync('cp', ['-a', ...packages])
  }
  return checkout
}

/** What `npm run docs` and `npm run pack` leave in the same folder. */
const OF_OTHERS = /^dist\/(?:docs|packages)\//

/** Each file of a build and its content. What was built from which sources is told by stamps, which no server serves. */
const contentOf = (checkout: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(join(checkout, 'dist'), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .map(file => [file.slice(checkout.length + 1), readFileSync(file, 'latin1')] as const)
      .filter(([file]) => !OF_OTHERS.test(file))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )

it('another checkout, elsewhere, in another time zone and language, builds the same bytes', () => {
  const checkout = checkOut()
  const here = contentOf(root)
  const commit = /\bcommit: "([\da-f]{40})"/.exec(here.get('dist/server/processes/frame.mjs') ?? '')?.[1]
  execFileSync(process.execPath, ['scripts/build.mjs'], {
    cwd: checkout,
    env: {
      ...process.env,
      ...{ TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', SOURCE_DATE_EPOCH: '1' },
      // The copy has no history to read it from.
      VITRINE_COMMIT: commit ?? '-',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const there = contentOf(checkout)
  expect([...there.keys()]).toEqual([...here.keys()])
  expect(there.has('dist/build-manifest.json')).toBe(true)
  const differing = [...here].flatMap(([file, content]) => (there.get(file) === content ? [] : [file]))
  expect(differing).toEqual([])
}, 240_000)
