import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { hostOptions } from '../../shared/config/host-options.ts'
import { root } from '../root.mjs'

interface Bounded {
  readonly name: string
  readonly limit: number
}

/** A schema of zod, as far as it is walked. */
interface Definition {
  readonly type?: string
  readonly checks?: readonly {
    readonly _zod: { readonly def: { readonly check?: string; readonly maximum?: number } }
  }[]
  readonly [part: string]: unknown
}

/** Finds every bounded list in a schema, or in a record of schemas, by the name of its field. */
function boundedIn(value: unknown, name: string, seen = new Set<unknown>()): Bounded[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  const { _zod: zod } = value as { _zod?: { def: Definition } }
  if (!zod && Object.getPrototypeOf(value) !== Object.prototype && !Array.isArray(value)) return []
  const walked = new Set([...seen, value])
  if (!zod)
    return Object.entries(value).flatMap(([key, part]) =>
      boundedIn(part, Array.isArray(value) ? name : key, walked),
    )
  const { type, checks = [], ...parts } = zod.def
  const limits = checks.flatMap(({ _zod: { def } }) => (def.check === 'max_length' && def.maximum) || [])
  const own = type === 'array' ? limits.map(limit => ({ name, limit })) : []
  const inner = Object.entries(parts).flatMap(([key, part]) =>
    // The fields of an object name what is in them; an option's or a list's inside has the name of the whole.
    key === 'shape' ? boundedIn({ ...(part as object) }, name, walked) : boundedIn(part, name, walked),
  )
  return [...own, ...inner]
}

const files = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter(file => !/\.test\.tsx?$|\/testing\//.test(file))

async function boundedOnBridge(): Promise<Bounded[]> {
  const modules = await Promise.all(files('shared/bridge/*.ts').map(file => import(root + file)))
  return [
    ...modules.flatMap(exported => boundedIn({ ...exported }, '')),
    ...boundedIn(hostOptions, 'options'),
    // Read by hand, since their code would weigh on every page.
    ...files('frame-app/provider/*.ts', 'frame-app/requests/*.ts').flatMap(readByHand),
  ]
}

/** The calls of `readList` with a number, or with a constant of the same file. */
function readByHand(file: string): Bounded[] {
  const code = readFileSync(root + file, 'utf8')
  const constants = new Map(
    [...code.matchAll(/^(?:export )?const (\w+) = ([\d_]+)$/gm)].map(([, key = '', digits = '']) => [
      key,
      Number(digits.replaceAll('_', '')),
    ]),
  )
  return [...code.matchAll(/readList\(.*?, (?:'(\w+)'|`[^`]*\.(\w+)`|(\w+)), (\w+)\)/g)].map(match => {
    const [, literal, inside, variable, limit = ''] = match
    // A reader that is given the name is called by what it reads: `readAccessList`.
    const [reader] = [...code.slice(0, match.index).matchAll(/function read(\w+)\(/g)].slice(-1)
    const read = reader?.[1] ?? ''
    // Another callback gets it beside the field, in the call that follows.
    const [, field] = /'(\w+)'/.exec(code.slice(match.index)) ?? []
    const ofReader = read && `${read[0]?.toLowerCase()}${read.slice(1)}`
    const name = literal ?? inside ?? (variable === 'name' ? ofReader : field) ?? ''
    return { name, limit: constants.get(limit) ?? Number(limit) }
  })
}

/** The rows of the guide's tables: names in code, and the numbers beside them. */
const [, section = ''] = readFileSync(`${root}docs/embedding.md`, 'utf8').split('\n## Limits of lists\n')
const rows = (section.split('\n## ')[0] ?? '')
  .split('\n')
  .filter(line => line.startsWith('| `'))
  .map(line => {
    const [, names = '', limits = ''] = line.split('|')
    return { names, limits: (limits.match(/\d+/g) ?? []).map(Number) }
  })
const isNamed = ({ name, limit }: Bounded) =>
  rows.some(({ names, limits }) => names.includes(`\`${name}\``) && limits.includes(limit))

it('finds the bounded lists in schemas and in code', async () => {
  const found = await boundedOnBridge()
  expect(found).toEqual(
    expect.arrayContaining([
      { name: 'inputs', limit: 100 },
      { name: 'loginMethods', limit: 32 },
      { name: 'headers', limit: 64 },
      { name: 'accounts', limit: 64 },
      { name: 'chainIds', limit: 100 },
      { name: 'rpcUrls', limit: 10 },
      { name: 'accessList', limit: 256 },
      { name: 'storageKeys', limit: 1024 },
      { name: 'authorizationList', limit: 16 },
    ]),
  )
})

it('the guide names the limit of every list that a page sends', async () => {
  expect((await boundedOnBridge()).filter(list => Number.isFinite(list.limit) && !isNamed(list))).toEqual([])
})
