import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CARRY_CLOCK } from './carry-clock.mjs'
import type { Image } from './image.ts'
import { readYaml } from './read-yaml.ts'

const COMPOSE = fileURLToPath(new URL('../../compose.yaml', import.meta.url))

type Words = Readonly<Record<string, string>>

/** What `compose.yaml` says of a service that runs the image, and what is otherwise where it runs here. */
export interface Containers {
  /** Starts one as the image's user, from the image's files. */
  start(service: string): Container
  /** Runs another program of the image with a service's settings. @returns what it wrote; rejects when it fails */
  run(service: string, command: readonly string[]): Promise<string>
}

export interface Container {
  readonly pid: number
  readonly exited: Promise<number | null>
  output(): string
  /** Resolves when it has written this. @throws Error when it ends before */
  untilSaid(text: string): Promise<void>
  stop(): Promise<number | null>
}

/**
 * @param variables as `.env` has them
 * @param places what stands in the place of hosts and paths of containers
 * @param more settings of a service that differ here, such as ports
 */
export function createContainers(
  image: Image,
  {
    variables,
    places,
    more,
  }: Readonly<Record<'variables' | 'places', Words>> & { more: Readonly<Record<string, Words>> },
): Containers {
  const [{ services }] = readYaml(readFileSync(COMPOSE, 'utf8'))
  const inPlace = (text: string) => {
    const filled = text.replaceAll(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name: string) => {
      const value = variables[name]
      if (value === undefined) throw new Error(`compose.yaml asks for ${name}`)
      return value
    })
    return Object.entries(places).reduce((left, [there, here]) => left.replaceAll(there, here), filled)
  }
  const start = (service: string, command?: readonly string[]): Container => {
    const { environment, command: own } = services[service]
    const env = Object.fromEntries(
      Object.entries<string>(environment).map(([name, value]) => [name, inPlace(value)]),
    )
    const [program = '', ...args] = command ?? own ?? image.command
    const [file, flags] = program === 'node' ? [process.execPath, CARRY_CLOCK] : [program, []]
    const child = spawn(file, [...flags, ...args], {
      cwd: image.folder,
      ...(process.getuid?.() === 0 && image.user),
      env: { PATH: process.env.PATH, ...image.env, ...env, ...more[service] },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let heard = () => {}
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', chunk => {
        output += chunk
        heard()
      })
    const exited = once(child, 'close').then(([code]) => code as number | null)
    return {
      pid: child.pid ?? 0,
      exited,
      output: () => output,
      async untilSaid(text) {
        const said = new Promise<'said'>(done => {
          heard = () => output.includes(text) && done('said')
          heard()
        })
        if ((await Promise.race([said, exited])) !== 'said') throw new Error(`${service} ended: ${output}`)
      },
      async stop() {
        child.kill('SIGTERM')
        return exited
      },
    }
  }
  return {
    start,
    async run(service, command) {
      const container = start(service, command)
      const code = await container.exited
      if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${container.output()}`)
      return container.output()
    },
  }
}
