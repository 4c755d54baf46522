import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface Instruction {
  readonly name: string
  readonly rest: string
}

/** What a Dockerfile says, stage by stage. */
export function readDockerfile(text: string): readonly (readonly Instruction[])[] {
  const stages: Instruction[][] = []
  const whole = text.replaceAll(/^\s*#.*\n/gm, '').replaceAll(/\\\n\s*/g, '')
  for (const line of whole.split('\n').filter(it => it.trim() !== '')) {
    const [, name = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line.trim()) ?? []
    if (name === 'FROM') stages.push([])
    const stage = stages.at(-1)
    if (!stage || name === '') throw new Error(`No instruction: ${line}`)
    stage.push({ name, rest })
  }
  return stages
}

/** The files of the image as its Dockerfile copies them, without what it has of its base; and what it is started with. */
export interface Image {
  /** The image's `WORKDIR`. */
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  readonly command: readonly string[]
  readonly health: readonly string[]
  readonly user: { readonly uid: number; readonly gid: number }
  readonly stages: ReturnType<typeof readDockerfile>
  remove(): void
}

/** Does by itself what the Dockerfile's last stage does with what this clone has built. The embedded Postgres is left out. */
export function unpackImage(): Image {
  const stages = readDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))
  const last = stages.at(-1) ?? []
  const only = (name: string) => last.findLast(it => it.name === name)?.rest ?? ''
  const base = mkdtempSync(join(tmpdir(), 'vitrine-image-'))
  chmodSync(base, 0o755)
  const folder = join(base, only('WORKDIR'))
  mkdirSync(folder, { recursive: true })
  for (const { rest } of last.filter(it => it.name === 'COPY')) {
    const [, words = ''] = /^--from=build (.+)$/.exec(rest) ?? []
    const paths = words.split(' ')
    const to = paths.pop() ?? ''
    for (const path of paths) {
      const source = join(ROOT, path.replace('/src/', ''))
      if (path === '/src/node_modules/') mkdirSync(resolve(folder, to))
      else if (!path.startsWith('/src/') || !existsSync(source)) throw new Error(`Nothing to copy: ${path}`)
      else
        cpSync(source, resolve(folder, path.endsWith('/') ? to : join(to, path.split('/').at(-1) ?? '')), {
          recursive: true,
        })
    }
  }
  const env = Object.fromEntries(
    last
      .filter(it => it.name === 'ENV')
      .flatMap(({ rest }) =>
        rest.split(/\s+/).map(pair => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
      ),
  )
  const [uid = 0, gid = 0] = only('USER').split(':').map(Number)
  return {
    ...{ folder, env, stages, user: { uid, gid } },
    command: JSON.parse(only('CMD')),
    health: JSON.parse(only('HEALTHCHECK').replace(/^.*? CMD /, '')),
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
}
