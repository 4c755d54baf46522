import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isReadOnlyMount, readMasterKeys } from './master-key.ts'
import { SettingsError } from './settings.ts'
import { CARRY_CLOCK } from './testing/carry-clock.mjs'
import { processesThatShow } from './testing/find-secret.ts'
import { freePort, type Program, startMain, startProgram } from './testing/process-tree.ts'

const KEY = 'ab'.repeat(32)

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const inDevelopment = (env: Record<string, string> = {}) =>
  readMasterKeys(env, { dataDir, development: true }).then(it => it.masterKey)
const inProduction = (env: Record<string, string> = {}) =>
  readMasterKeys(env, { dataDir, development: false }).then(it => it.masterKey)

test('is made once in development, readable by its owner alone', async () => {
  const first = await inDevelopment()
  expect(first.length).toBe(32)
  expect(await inDevelopment()).toEqual(first)
  expect(statSync(join(dataDir, 'master-key')).mode & 0o777).toBe(0o600)
})

test('must be given in production', async () => {
  await expect(inProduction()).rejects.toThrow('VITRINE_MASTER_KEY_FILE is not set')
  expect((await inProduction({ VITRINE_MASTER_KEY: KEY })).toString('hex')).toBe(KEY)
})

test('of a development server is refused in production', async () => {
  await inDevelopment()
  const key = readFileSync(join(dataDir, 'master-key'), 'utf8').trim()
  await expect(inProduction({ VITRINE_MASTER_KEY: key })).rejects.toThrow('development server')
})

test.each(['short', KEY.slice(2), `${KEY}00`, 'ä'.repeat(43)])('%s is refused', async given => {
  await expect(inProduction({ VITRINE_MASTER_KEY: given })).rejects.toThrow('32 bytes')
})

describe('in a file', () => {
  const fileWith = (text: string, mode = 0o400) => {
    const file = join(dataDir, 'vitrine-master-key')
    writeFileSync(file, text)
    chmodSync(file, mode)
    return file
  }

  test('is read, with the line’s end that editors add', async () => {
    expect((await inProduction({ VITRINE_MASTER_KEY_FILE: fileWith(`${KEY}\n`) })).toString('hex')).toBe(KEY)
  })

  test('is found where systemd puts credentials', async () => {
    fileWith(KEY)
    expect((await inProduction({ CREDENTIALS_DIRECTORY: dataDir })).toString('hex')).toBe(KEY)
  })

  test.each([
    ['every user can read', 0o404, 'by every user'],
    ['every user can write', 0o602, 'by every user'],
    ['a group can read', 0o440, 'by a group'],
    ['a group can write', 0o620, 'by a group'],
  ])('that %s is refused', async (_name, mode, why) => {
    const file = fileWith(KEY, mode)
    await expect(inProduction({ VITRINE_MASTER_KEY_FILE: file })).rejects.toThrow(SettingsError)
    await expect(inProduction({ VITRINE_MASTER_KEY_FILE: file })).rejects.toThrow(why)
  })

  test.runIf(process.getuid?.() === 0)('of another user is refused', async () => {
    const file = fileWith(KEY)
    chownSync(file, 12_345, 0)
    await expect(inProduction({ VITRINE_MASTER_KEY_FILE: file })).rejects.toThrow('belongs to another user')
  })

  test('that is not there is named, and so is what is given twice', async () => {
    const file = join(dataDir, 'nothing')
    await expect(inProduction({ VITRINE_MASTER_KEY_FILE: file })).rejects.toThrow(
      `${file} cannot be read (ENOENT)`,
    )
    await expect(inProduction({ VITRINE_MASTER_KEY_FILE: dataDir })).rejects.toThrow(
      `${dataDir} cannot be read (it is a folder)`,
    )
    await expect(
      inProduction({ VITRINE_MASTER_KEY_FILE: fileWith(KEY), VITRINE_MASTER_KEY: KEY }),
    ).rejects.toThrow('VITRINE_MASTER_KEY and in VITRINE_MASTER_KEY_FILE: give it once')
  })

  test('comes by a descriptor, which is closed then', async () => {
    const descriptor = openSync(fileWith(KEY), 'r')
    const env = { VITRINE_MASTER_KEY_FD: String(descriptor) }
    expect((await inProduction(env)).toString('hex')).toBe(KEY)
    await expect(inProduction(env)).rejects.toThrow('nothing is open there')
    await expect(inProduction({ VITRINE_MASTER_KEY_FD: '0' })).rejects.toThrow('3 or more')
  })

  test.each([
    ['/run/credentials/vitrine.service/key', true],
    ['/run/secrets x/key', true],
    ['/run/credentials', false],
    ['/run/secrets xyz/key', false],
    ['/etc/vitrine/key', false],
  ])('%s lies on a read-only mount: %s', (path, isReadOnly) => {
    const mountinfo = [
      '22 1 254:0 / / rw,relatime - ext4 /dev/vda rw',
      '30 22 0:40 / /run rw,nosuid - tmpfs tmpfs rw',
      '31 30 0:41 / /run/credentials/vitrine.service ro,nosuid - ramfs none rw',
      '32 30 0:42 / /run/secrets\\040x ro - tmpfs tmpfs rw',
    ].join('\n')
    expect(isReadOnlyMount(path, mountinfo)).toBe(isReadOnly)
  })
})

describe.runIf(process.platform === 'linux')('of a server that runs', async () => {
  let program: Program | undefined
  afterEach(async () => {
    program?.child.kill('SIGTERM')
    await program?.exited
    program = undefined
  })
  const environment = async () => ({
    HOME: dataDir,
    VITRINE_DEV: '1',
    VITRINE_DATA_DIR: dataDir,
    VITRINE_PORT: String(await freePort()),
    VITRINE_SHOP_PORT: String(await freePort()),
  })

  test('would be found', async () => {
    const secret = randomBytes(32)
    const child = spawn('sleep', ['60'], { env: { SHOWN: secret.toString('base64') } })
    await once(child, 'spawn')
    expect(processesThatShow(secret)).toEqual(['sleep 60 '])
    child.kill()
    await once(child, 'exit')
  })

  test.each([
    ['the server', (env: Record<string, string>) => startMain(env)],
    [
      'npm run serve’s script',
      (env: Record<string, string>) => startProgram([process.execPath, 'scripts/serve.mjs'], env, 'wallet  '),
    ],
    [
      'npm run serve',
      (env: Record<string, string>) => startProgram(['npm', 'run', 'serve'], env, 'wallet  '),
    ],
  ])(
    'is in no environment and no argument, even if %s was given it in the environment',
    async (_name, start) => {
      const secret = randomBytes(32)
      program = start({ ...(await environment()), VITRINE_MASTER_KEY: secret.toString('hex') })
      expect([await program.outcome, program.output()]).toEqual(['up', expect.anything()])
      expect(processesThatShow(secret)).toEqual([])
      expect(program.output()).toContain('name the file in VITRINE_MASTER_KEY_FILE')
      expect(program.output()).not.toContain(secret.toString('hex'))
    },
  )

  test('comes by a descriptor of the script that is started, and nobody warns', async () => {
    const secret = randomBytes(32)
    const file = join(dataDir, 'key')
    writeFileSync(file, secret.toString('hex'), { mode: 0o400 })
    program = startProgram(
      ['/bin/sh', '-c', 'exec "$0" "$1" 3< "$2"', process.execPath, 'scripts/serve.mjs', file],
      { ...(await environment()), VITRINE_MASTER_KEY_FD: '3' },
      'wallet  ',
    )
    expect([await program.outcome, program.output()]).toEqual([
      'up',
      expect.not.stringContaining('MASTER_KEY'),
    ])
    // It is that key: the development server has made none.
    expect(existsSync(join(dataDir, 'master-key'))).toBe(false)
    expect(processesThatShow(secret)).toEqual([])
  })

  test('that npm should hand on by a descriptor is asked for otherwise', async () => {
    // 3 is one of Node's own, and under `faketime` a file that can be read.
    const descriptor = CARRY_CLOCK.length > 0 ? '99' : '3'
    const env = { ...(await environment()), VITRINE_MASTER_KEY_FD: descriptor }
    program = startProgram(['npm', 'run', 'serve'], env, 'wallet  ')
    expect(await program.outcome).toBe(1)
    expect(program.output()).toContain(
      'npm hands on no descriptors: start `node scripts/serve.mjs` yourself.',
    )
  })

  test('may be in a file, and then nobody warns', async () => {
    const secret = randomBytes(32)
    const file = join(dataDir, 'key')
    writeFileSync(file, secret.toString('base64url'), { mode: 0o400 })
    program = startMain({ ...(await environment()), VITRINE_MASTER_KEY_FILE: file })
    expect([await program.outcome, program.output()]).toEqual([
      'up',
      expect.not.stringContaining('MASTER_KEY'),
    ])
    expect(processesThatShow(secret)).toEqual([])
  })
})

describe('the previous key', () => {
  const read = (env: Record<string, string>) =>
    readMasterKeys({ VITRINE_MASTER_KEY: KEY, ...env }, { dataDir, development: false }).then(
      it => it.previousMasterKey,
    )
  const OLD = 'cd'.repeat(32)
  const fileWith = (name: string, mode = 0o400) => {
    const file = join(dataDir, name)
    writeFileSync(file, OLD)
    chmodSync(file, mode)
    return file
  }

  test('is read as the master key is: from a file, a descriptor, a credential, the environment', async () => {
    const file = fileWith('vitrine-previous-master-key')
    const descriptor = String(openSync(file, 'r'))
    for (const env of [
      { VITRINE_PREVIOUS_MASTER_KEY_FILE: file },
      { VITRINE_PREVIOUS_MASTER_KEY_FD: descriptor },
      { CREDENTIALS_DIRECTORY: dataDir },
      { VITRINE_PREVIOUS_MASTER_KEY: OLD },
    ])
      expect((await read(env))?.toString('hex')).toBe(OLD)
    expect(await read({})).toBeNull()
  })

  test('is refused as the master key is, and where it is the master key', async () => {
    const open = fileWith('open', 0o404)
    await expect(read({ VITRINE_PREVIOUS_MASTER_KEY_FILE: open })).rejects.toThrow('by every user')
    await expect(read({ VITRINE_PREVIOUS_MASTER_KEY: 'short' })).rejects.toThrow(
      'The previous master key must be 32 bytes',
    )
    await expect(read({ VITRINE_PREVIOUS_MASTER_KEY: KEY })).rejects.toThrow('leave it out')
    const twice = { VITRINE_PREVIOUS_MASTER_KEY: OLD, VITRINE_PREVIOUS_MASTER_KEY_FILE: fileWith('old') }
    await expect(read(twice)).rejects.toThrow('The previous master key is given in')
  })
})
