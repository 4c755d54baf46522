import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeSocketFolder, requireSocketPath } from './socket-folder.ts'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
})
afterEach(() => rmSync(parent, { recursive: true }))

const modeOf = (folder: string) => statSync(folder).mode & 0o7777

test('is made for this user alone', () => {
  const folder = join(parent, 'deep', 'signer')
  expect(makeSocketFolder(folder, null, null)).toBe(false)
  expect(modeOf(folder)).toBe(0o700)
})

test('that the operator opened to one group is shared with it', () => {
  chmodSync(parent, 0o710)
  expect(makeSocketFolder(parent, null, null)).toBe(true)
  expect(modeOf(parent)).toBe(0o710)
})

test.each([0o755, 0o701, 0o704, 0o702, 0o770, 0o720])(
  'that others can enter, read or write is refused: %o',
  mode => {
    chmodSync(parent, mode)
    expect(() => makeSocketFolder(parent, null, null)).toThrow('mode 0700')
  },
)

test('that is a link to elsewhere is refused', () => {
  const link = join(parent, 'link')
  symlinkSync(parent, link)
  expect(() => makeSocketFolder(link, null, null)).toThrow('mode 0700')
})

test('of a process with a user of its own is that user’s, and its group enters', () => {
  const folder = join(parent, 'signer')
  const user = { uid: 61_000, gid: 61_000 }
  if (process.getuid?.() !== 0) {
    // Only root gives a folder away.
    expect(() => makeSocketFolder(folder, user, 61_002)).toThrow('EPERM')
    return
  }
  // The second time as after a crash.
  for (const _ of [1, 2]) expect(makeSocketFolder(folder, user, 61_002)).toBe(true)
  const { uid, gid } = statSync(folder)
  expect([uid, gid, modeOf(folder)]).toEqual([61_000, 61_002, 0o2710])
})

test('a path that the system would cut is refused', () => {
  expect(() => requireSocketPath(`/${'x'.repeat(103)}`)).toThrow('longer than 103 bytes')
  expect(() => requireSocketPath(`/${'x'.repeat(102)}`)).not.toThrow()
  expect(() => requireSocketPath(join(tmpdir(), 'x'.repeat(103)))).toThrow(
    `Set TMPDIR to a shorter folder than ${tmpdir()}.`,
  )
})
