import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SERVER_OUTPUTS, SERVER_SOURCES, SERVER_STAMP } from './build-server.mjs'
import { hashSources } from './sources.mjs'

const root = `${import.meta.dirname}/../../`
let clone: string

/** A clone with every package and sources of its own, in which nothing is built. */
beforeEach(() => {
  clone = `${mkdtempSync(join(tmpdir(), 'vitrine-built-'))}/`
  cpSync(`${root}scripts`, `${clone}scripts`, { recursive: true, filter: path => !path.endsWith('.test.ts') })
  symlinkSync(`${root}node_modules`, `${clone}node_modules`)
  for (const file of ['LICENSE', 'package.json', 'package-lock.json', 'auth-server/environment-secret.mjs'])
    write(file, readFileSync(root + file, 'utf8'))
  write('shared/source.ts', 'one')
})
afterEach(() => rmSync(clone, { recursive: true }))

function write(file: string, text: string) {
  mkdirSync(dirname(clone + file), { recursive: true })
  writeFileSync(clone + file, text)
}

const run = (script: string) =>
  new Promise<{ code: number; stdout: string; stderr: string }>(resolve =>
    execFile(process.execPath, [`${clone}scripts/${script}`], (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    ),
  )

it.each(['serve.mjs', 'vitrine.mjs'])(
  '%s builds nothing where nothing is built, and says what does',
  async script => {
    const { code, stderr } = await run(script)
    expect([code, stderr.trim().split('\n')]).toEqual([
      1,
      [
        expect.stringMatching(
          /^Vitrine is not built here: dist\/.* is missing\. Run `npm ci && npm run build`/,
        ),
      ],
    ])
    expect(existsSync(`${clone}dist`)).toBe(false)
  },
)

/** As a build leaves it. */
async function build() {
  for (const output of SERVER_OUTPUTS) write(output, 'console.log("what was built")')
  write(SERVER_STAMP, await hashSources(clone, SERVER_SOURCES))
}

it('a command runs what was built from these sources without a word', async () => {
  await build()
  expect(await run('vitrine.mjs')).toEqual({ code: 0, stdout: 'what was built\n', stderr: '' })
})

it('a command runs what was built from other sources, and says so', async () => {
  await build()
  write('shared/source.ts', 'two')
  const { code, stdout, stderr } = await run('vitrine.mjs')
  expect([code, stdout]).toEqual([0, 'what was built\n'])
  expect(stderr).toContain('The sources here are not those that `dist` was built from')
})

it('without the sources, as in an image, there is nothing to compare', async () => {
  await build()
  rmSync(`${clone}shared`, { recursive: true })
  write('package.json', '{"version":"2.0.0"}')
  expect(await run('vitrine.mjs')).toEqual({ code: 0, stdout: 'what was built\n', stderr: '' })
})
