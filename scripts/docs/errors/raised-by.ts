import { readdir, readFile } from 'node:fs/promises'
import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { root } from '../../root.mjs'

/** Who raises errors: where their code stands. */
const ROOMS = [
  ['auth-server', 'server'],
  ['frame-app', 'frame'],
  ['host-sdk', 'page'],
  ['shared/bridge', 'page'],
] as const
export type Raiser = (typeof ROOMS)[number][1]

/** A code in quotes, where it is made, and not a list or a comment that names it. */
const QUOTED = /['"](\w+)['"]/g
const COMMENT = /^\s*(\/?\*|\/\/)/

/** Which sides of the product raise a code. */
export async function raisersOf(codes: readonly ErrorCode[]): Promise<Map<ErrorCode, Set<Raiser>>> {
  const found = new Map(codes.map(code => [code, new Set<Raiser>()]))
  for (const [room, raiser] of ROOMS)
    for (const text of await sourcesOf(room))
      for (const line of text.split('\n'))
        if (!COMMENT.test(line))
          for (const [, word] of line.matchAll(QUOTED)) found.get(word as ErrorCode)?.add(raiser)
  return found
}

async function sourcesOf(room: string): Promise<string[]> {
  const files = await readdir(root + room, { recursive: true })
  const isSource = (file: string) =>
    /\.tsx?$/.test(file) && !/\.test\.|(^|\/)(testing|dist|node_modules)\/|failure-codes/.test(file)
  return Promise.all(files.filter(isSource).map(file => readFile(`${root}${room}/${file}`, 'utf8')))
}
