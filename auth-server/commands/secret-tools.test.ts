import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../database/connect.ts'
import { createSecretTools } from './secret-tools.ts'

let terminal: PassThrough
let printed = ''
beforeEach(() => {
  terminal = Object.assign(new PassThrough(), { isTTY: true })
  printed = ''
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(terminal as unknown as typeof process.stdin)
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation(text => {
      printed += String(text)
      return true
    })
})
afterEach(() => vi.restoreAllMocks())

const ask = () =>
  createSecretTools({} as Database, {}, { dataDir: '.', origin: 'http://localhost:4401' }).tools.readSecret(
    'Secret: ',
  )

test('a secret that is typed is not shown', async () => {
  const typed = ask()
  terminal.write('typed-secret\r')
  expect(await typed).toBe('typed-secret')
  expect(printed).toBe('Secret: \n')
})
