import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter'
import { ENGINES, type EngineName, JOURNEYS, lackOf } from './journeys.ts'

const NAMES = Object.keys(ENGINES) as EngineName[]

/** Prints the table of journeys and engines with the seconds that each took, and writes it to `journeys.md` in the output folder. */
export default class JourneysTable implements Reporter {
  readonly #tests: TestCase[] = []
  #folder = '.'

  onBegin(config: FullConfig, suite: Suite): void {
    this.#folder = config.projects[0]?.outputDir ?? '.'
    this.#tests.push(...suite.allTests())
  }

  async onEnd(): Promise<void> {
    const table = this.#table()
    console.log(`\n${table}`)
    await mkdir(this.#folder, { recursive: true })
    await writeFile(join(this.#folder, 'journeys.md'), table)
  }

  #table(): string {
    const lacks: string[] = []
    const cell = (engine: EngineName, journey: (typeof JOURNEYS)[number]): string => {
      const reason = lackOf(engine, journey)
      if (reason !== null) return `no (${lacks.push(`${engine} does not “${journey}”: ${reason}`)})`
      const test = this.#tests.find(({ title }) => title === `${engine}: ${journey}`)
      const result = test?.results.at(-1)
      if (!test || !result || result.status === 'skipped') return 'not run'
      return `${test.ok() ? '' : 'failed, '}${(result.duration / 1000).toFixed(1)} s`
    }
    const row = (cells: readonly string[]) =>
      `| ${cells.map((text, at) => text.padEnd(at === 0 ? 42 : 14)).join(' | ')} |`
    const seconds = (engine: EngineName) =>
      this.#tests
        .filter(({ title }) => title.startsWith(`${engine}: `))
        .reduce((sum, { results }) => sum + (results.at(-1)?.duration ?? 0) / 1000, 0)
    return [
      row(['journey', ...NAMES]),
      row(['---', ...NAMES.map(() => '---')]),
      ...JOURNEYS.map(journey => row([journey, ...NAMES.map(engine => cell(engine, journey))])),
      row(['all', ...NAMES.map(engine => `${seconds(engine).toFixed(0)} s`)]),
      '',
      ...lacks.map((text, at) => `${at + 1}. ${text}`),
      '',
    ].join('\n')
  }
}
