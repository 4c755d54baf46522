import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What became of test files. `broken`: they could not be loaded or set up, which says nothing of any guard. */
export type Verdict =
  | { readonly status: 'passed' }
  | { readonly status: 'failed'; readonly test: string }
  | { readonly status: 'broken'; readonly why: string }

/** Vitest's JSON report, as far as it is read. */
interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly status: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

/** The projects of `vitest.config.ts` that have a test. */
const projectsOf = (test: string) => (test.startsWith('auth-server/') ? ['server'] : ['unit*', 'tools'])

/** Runs test files of the copy up to the first failure. */
export async function runTests(folder: string, tests: readonly string[]): Promise<Verdict> {
  const output = await mkdtemp(join(tmpdir(), 'vitrine-mutate-report-'))
  try {
    const path = join(output, 'report.json')
    const projects = [...new Set(tests.flatMap(projectsOf))].flatMap(name => ['--project', name])
    const options = ['--bail=1', '--reporter=json', `--outputFile=${path}`, '--maxWorkers=1']
    const program = join(folder, 'node_modules/.bin/vitest')
    const child = spawn(program, ['run', ...projects, ...options, ...tests], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    const [code] = await once(child, 'exit')
    const report = await readFile(path, 'utf8').then(
      text => JSON.parse(text) as Report,
      () => null,
    )
    return report ? verdictOf(report, code) : { status: 'broken', why: 'Vitest wrote no report' }
  } finally {
    await rm(output, { recursive: true })
  }
}

export function verdictOf({ testResults }: Report, exitCode: number): Verdict {
  const failed = testResults.flatMap(file => file.assertionResults).find(test => test.status === 'failed')
  if (failed) return { status: 'failed', test: failed.fullName }
  const broken = testResults.find(file => file.status === 'failed')
  if (broken) return { status: 'broken', why: broken.message.split('\n')[0] ?? '' }
  const ran = testResults.flatMap(file => file.assertionResults).some(test => test.status === 'passed')
  if (exitCode === 0 && ran) return { status: 'passed' }
  return { status: 'broken', why: ran ? 'an error outside of a test' : 'no test ran' }
}
