import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { safeParse } from 'zod/v4/core'
import { readCommand } from '../../../auth-server/commands/run.ts'
import { describeIssue } from '../../../auth-server/http/body.ts'
import { root } from '../../root.mjs'
import { bodyOf, describedRoute } from '../openapi/document.ts'
import { servedRoutes } from '../openapi/routes.ts'
import { type Block, placeOf } from './blocks.ts'
import { commandsOf } from './shell-commands.ts'

const SCRIPTS: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(`${root}package.json`, 'utf8'),
).scripts
/** Names of settings, wherever the product reads them. */
const SETTINGS = new Set(
  execFileSync(
    'git',
    [
      'grep',
      '-hoE',
      '(VITRINE|DOCS)_[A-Z0-9_]+',
      '--',
      '*.ts',
      '*.mjs',
      '*.sh',
      '*.yaml',
      '*.yml',
      'Dockerfile',
    ],
    {
      cwd: root,
      encoding: 'utf8',
    },
  ).split('\n'),
)

/** What is wrong with a block of commands. Nothing of it is run: what runs it is the tests of each command. */
export function shellErrors(block: Block): string[] {
  const syntax = spawnSync('bash', ['-n'], { input: block.text, encoding: 'utf8' })
  if (syntax.status !== 0) return [`${placeOf(block)}: ${syntax.stderr.trim()}`]
  return [
    ...settingErrors(block),
    ...commandsOf(block.text).flatMap(({ words, line }) =>
      commandErrors(words).map(error => `${block.file}:${block.line + 1 + line}: ${error}`),
    ),
  ]
}

/** Settings that nothing reads, in any block that names some. */
export const settingErrors = (block: Block): string[] =>
  [...block.text.matchAll(/\b(?:VITRINE|DOCS)_[A-Z0-9_]+/g)]
    .filter(([name]) => !SETTINGS.has(name))
    .map(([name]) => `${placeOf(block)}: nothing reads ${name}`)

function commandErrors(words: readonly string[]): string[] {
  const [program = '', ...args] = words.filter(
    (word, index) => !isAssignment(words, index) && word !== 'exec',
  )
  if (program === 'npm') return npmErrors(args)
  if (program === 'vitrine' || program === './vitrine') return vitrineErrors(args)
  if (program === 'node') return nodeErrors(args)
  if (program === 'docker') return dockerErrors(args)
  if (program === 'curl') return curlErrors(args)
  // A program of this repository.
  const isOurs = /^(deploy|scripts|examples)\//.test(program)
  return isOurs && !existsSync(root + program) ? [`${program} is not there`] : []
}

/** `NAME=value` before the program. */
const isAssignment = (words: readonly string[], index: number) =>
  words.slice(0, index + 1).every(word => /^\w+=/.test(word))

/** What npm itself does, beside the scripts of `package.json`. */
const NPM_VERBS = ['ci', 'install', 'sbom', 'prune', 'pack', 'pkg', 'publish', 'view', 'init', 'create']
/** Scripts of the apps that the quick starts create. `quick-starts.packages.ts` runs them. */
const SCRIPTS_OF_APPS = ['dev']

function npmErrors(args: readonly string[]): string[] {
  const [verb = '', ...rest] = args.filter(arg => arg !== '--silent')
  if (verb === 'start' || verb === 'test') return []
  if (verb !== 'run') return NPM_VERBS.includes(verb) ? [] : [`npm has no ${verb}`]
  const [script = '', separator, ...given] = rest
  if (SCRIPTS_OF_APPS.includes(script)) return []
  if (!(script in SCRIPTS)) return [`package.json has no script ${script}`]
  return script === 'vitrine' && separator === '--' ? vitrineErrors(given) : []
}

function vitrineErrors(args: readonly string[]): string[] {
  // Programs of the server that take no command of an operator's.
  if (args.length === 0 || args[0] === '$@' || args[0] === 'signer') return []
  try {
    readCommand(args.map(arg => arg.replace(/^\.\.\.$|…/, 'x')))
    return []
  } catch (error) {
    return [`vitrine ${args.join(' ')}: ${error instanceof Error ? error.message.split('\n')[0] : error}`]
  }
}

function nodeErrors([file = '', ...args]: readonly string[]): string[] {
  if (file.endsWith('dist/server/cli.mjs')) return vitrineErrors(args)
  return /^(deploy|scripts|examples)\//.test(file) && !existsSync(root + file) ? [`${file} is not there`] : []
}

const dockerErrors = (args: readonly string[]) => {
  const command = args.indexOf('vitrine', args.indexOf('exec') + 2)
  return args.includes('exec') && command > 0 ? vitrineErrors(args.slice(command + 1)) : []
}

/** Of a call to the API: that there is such a route, which takes this query and this body. */
function curlErrors(args: readonly string[]): string[] {
  const valuesOf = (...names: string[]) => args.filter((_, index) => names.includes(args[index - 1] ?? ''))
  const address = args.find(arg => /^(\$API|https:\/\/wallet[\w.]*\.example\/api\/v1)/.test(arg))
  if (!address) return []
  const isGet = args.includes('-G')
  const [body] = isGet ? [] : valuesOf('-d', '--data')
  const [verb = body === undefined ? 'GET' : 'POST'] = valuesOf('-X')
  const [path = '', query = ''] = address.replace(/^(\$API|https:\/\/[^/]+\/api\/v1)/, '').split('?')
  const route = servedRoutes().find(({ name }) => matches(name, `${verb} ${path}`))
  if (!route) return [`there is no route ${verb} ${path}`]
  const { query: parameters } = describedRoute(route.name).described
  const asked = [...query.split('&'), ...(isGet ? valuesOf('--data-urlencode') : [])].filter(Boolean)
  return [
    ...asked
      .map(it => it.replace(/=.*/, ''))
      .filter(name => !(name in (parameters?._zod.def.shape ?? {})))
      .map(name => `${route.name} takes no ${name}`),
    ...bodyErrors(route, body),
  ]
}

/** Whether a path is one of a route, whose `:name` stands for a part. */
const matches = (name: string, call: string) =>
  new RegExp(`^${name.replaceAll(/:\w+/g, '[^/]+')}$`).test(call)

function bodyErrors(
  { name, route }: ReturnType<typeof servedRoutes>[number],
  text: string | undefined,
): string[] {
  const schema = bodyOf(route.backend ?? route)
  if (text === undefined || !schema) return []
  // A guide leaves the rest of a long value out.
  const result = safeParse(schema, JSON.parse(text.replaceAll('…', 'x')))
  return result.success ? [] : [`${name}: ${describeIssue(result.error.issues[0])}`]
}
