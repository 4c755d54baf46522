import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Block, blocksOf, placeOf } from '../../scripts/docs/snippets/blocks.ts'
import { root, type ServerProcess, startProgram } from '../fixtures/server-process.ts'
import { runToEnd } from './run-to-end.ts'

/** The servers of one `npm start`, which all guides use. */
export interface RunningClone {
  readonly walletOrigin: string
  readonly chainUrl: string
  /** The environment of commands in the clone: the data directory and ports of this run. */
  readonly env: Readonly<Record<string, string>>
}

export interface QuickStart {
  /** Below the root. */
  readonly file: string
  readonly markdown: string
  readonly clone: RunningClone
  /** The port of the site that the guide makes. */
  readonly port: number
  /** The environment of commands outside of the clone. It tells npm where `@vitrine/host-sdk` is. */
  readonly env: Readonly<Record<string, string>>
}

/** A site that a guide made, in a folder of its own. */
export interface MadeSite {
  readonly folder: string
  readonly origin: string
  /** The lines of `.env` that `app create` printed. */
  readonly printedEnv: string
  /** Runs a command that no guide names, in the site's folder. @returns what it printed */
  run(command: string): Promise<string>
  /** Starts the server by the guide's own command. */
  serve(): Promise<void>
  /** Runs the commands that follow it. @param given what stands where the guide has it, e.g. an address */
  runRest(given: Readonly<Record<string, string>>): Promise<void>
  /** Ends the server, and deletes the folder. */
  remove(): Promise<void>
}

const IN_CLONE = /^npm (start|run vitrine\b)/
/** Matches a command that does not end: a reader leaves it in its terminal. */
const SERVES = /^npm run dev\b|^npx --yes http-server\b|^npx tsx\b/

/**
 * Does what a quick start says, up to the command that serves the site: each block of commands is run by bash as it is
 * written, and each block that names a file becomes that file. What a reader puts in is their app's id, and the lines of `.env` that
 * `app create` printed. Ports differ from the guide's only where another program has them.
 * @throws Error with the guide's line and all output, for a command that fails
 */
export async function followGuide({ file, markdown, clone, port, env }: QuickStart): Promise<MadeSite> {
  const home = await mkdtemp(join(tmpdir(), 'vitrine-quick-start-'))
  const blocks = blocksOf(file, markdown)
  const [, documented = ''] = /--origin http:\/\/localhost:(\d+)/.exec(markdown) ?? []
  const given: Record<string, string> = {
    'http://localhost:4401': clone.walletOrigin,
    'http://127.0.0.1:4402': clone.chainUrl,
  }
  if (documented) given[documented] = String(port)
  const withGiven = (text: string) =>
    Object.entries(given).reduce((rest, [written, value]) => rest.replaceAll(written, value), text)

  let folder = home
  let printedEnv = ''
  let server: ServerProcess | null = null
  let serving = ''

  /** @returns what it printed; `cd` holds for the blocks that follow */
  async function runBlock(block: Block): Promise<string> {
    const text = withGiven(block.text)
    const isOfClone = IN_CLONE.test(text)
    const place = join(home, '.folder')
    const script = isOfClone ? text : `${text}\npwd > '${place}'\n`
    try {
      const printed = await runToEnd({
        command: 'bash',
        args: ['-e', '-o', 'pipefail', '-c', script],
        ...(isOfClone ? { cwd: root, env: clone.env } : { cwd: folder, env }),
      })
      if (!isOfClone) folder = (await readFile(place, 'utf8')).trim()
      return printed
    } catch (error) {
      throw new Error(`${placeOf(block)}: ${error instanceof Error ? error.message : error}`)
    }
  }

  async function writeBlock(block: Block) {
    const path = join(folder, block.kind)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, block.language === 'ini' ? pastedEnv(block) : withGiven(block.text))
  }

  /** @throws Error where the guide shows other settings than the command prints */
  function pastedEnv(block: Block): string {
    const shown = withGiven(block.text).trim().split('\n')
    const printed = printedEnv.trim().split('\n')
    const fits = shown.every((line, index) => printed[index]?.startsWith(line.replace(/…$/, '')))
    if (!fits || shown.length !== printed.length)
      throw new Error(`${placeOf(block)}: app create prints other lines:\n${printedEnv}`)
    return printedEnv
  }

  async function step(block: Block) {
    if (block.text === 'npm start\n') return
    if (block.language !== 'sh') {
      if (!block.kind) throw new Error(`${placeOf(block)}: the block names no file`)
      return writeBlock(block)
    }
    const printed = await runBlock(block)
    if (!block.text.includes('app create')) return
    given.app_123 = /data-app-id="(\w+)"/.exec(printed)?.[1] ?? ''
    printedEnv = /^VITRINE_ORIGIN=(?:.+\n)+/m.exec(printed)?.[0] ?? ''
  }

  const remove = async () => {
    await server?.kill()
    await rm(home, { recursive: true, force: true })
  }
  const serves = blocks.findIndex(({ language, text }) => language === 'sh' && SERVES.test(text))
  try {
    for (const block of blocks.slice(0, serves < 0 ? undefined : serves)) await step(block)
  } catch (error) {
    await remove()
    throw error
  }
  serving = withGiven(blocks[serves]?.text ?? '')
  const origin = `http://localhost:${port}`
  return {
    folder,
    origin,
    printedEnv,
    run: command => runToEnd({ command: 'bash', args: ['-e', '-c', command], cwd: folder, env }),
    async serve() {
      server = await startProgram({
        command: 'bash',
        args: ['-e', '-c', serving],
        ...{ cwd: folder, env, probe: `${origin}/` },
      })
    },
    async runRest(more) {
      Object.assign(given, more)
      for (const block of blocks.slice(serves + 1)) await step(block)
    },
    remove,
  }
}
