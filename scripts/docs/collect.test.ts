import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { root } from '../root.mjs'
import { collectPages } from './collect.ts'

it('gives the site the icon of the wallet', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await collectPages(folder, new Map())
  expect(readFileSync(join(folder, 'public/favicon.ico'))).toEqual(
    readFileSync(`${root}auth-server/frame/favicon.ico`),
  )
})
