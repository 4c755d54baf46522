import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const dist = new URL('../../dist/frame/assets/', import.meta.url)
const files = readdirSync(new URL('worker/', dist))
const code = (name: string) => readFileSync(new URL(`worker/${name}`, dist), 'utf8')
/** The files that a file loads, at once or later. */
const loads = (name: string) =>
  [...code(name).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["'`]\.\/([^"'`]+)["'`]/g)].map(
    ([, file]) => file ?? '',
  )
const frame = readdirSync(dist).flatMap(name =>
  name.endsWith('.js') ? [readFileSync(new URL(name, dist), 'utf8')] : [],
)

it('no chunk of the vault loads the file that starts the vault: WebKit would run it, and start a vault, once more', () => {
  const entries = files.filter(name => frame.some(text => text.includes(`worker/${name}`)))
  expect(entries).toHaveLength(1)
  const reached = new Set(entries)
  for (const name of reached) for (const other of loads(name)) reached.add(other)
  // All that was built, so that no import escapes this test's reading of it.
  expect([...reached].sort()).toEqual([...files].sort())
  for (const name of reached) expect(loads(name), name).not.toContain(entries[0])
})
