import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hashSources } from './sources.mjs'

let base: string

beforeEach(async () => {
  base = `${await mkdtemp(join(tmpdir(), 'vitrine-build-'))}/`
  await mkdir(`${base}app/ui`, { recursive: true })
  await writeFile(`${base}app/ui/main.ts`, 'one')
  await writeFile(`${base}vite.config.ts`, 'config')
})
afterEach(() => rm(base, { recursive: true }))

const hash = () => hashSources(base, ['app', 'vite.config.ts'])

it('is the same for the same sources', async () => {
  expect(await hash()).toBe(await hash())
})

it('changes with a file, its name and a file beside the folders', async () => {
  const seen = [await hash()]
  await writeFile(`${base}app/ui/main.ts`, 'two')
  seen.push(await hash())
  await writeFile(`${base}app/ui/other.ts`, '')
  seen.push(await hash())
  await writeFile(`${base}vite.config.ts`, 'changed')
  seen.push(await hash())
  expect(new Set(seen).size).toBe(4)
})

it('does not change with tests and their set-up', async () => {
  const before = await hash()
  await mkdir(`${base}app/testing`)
  await writeFile(`${base}app/testing/fake.ts`, 'fake')
  await writeFile(`${base}app/ui/main.test.ts`, 'test')
  expect(await hash()).toBe(before)
})
