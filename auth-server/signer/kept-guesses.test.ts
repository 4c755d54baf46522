import { closeSync, ftruncateSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { createAddressGuesses } from './address-guesses.ts'
import { connectSigner } from './client.ts'
import { keepInFile, openGuessFile } from './guess-file.ts'
import { startSigner } from './start.ts'
import { createTestCustody, MASTER_KEY, ORIGIN } from './testing/custody.ts'
import { derivedRoots } from './testing/derived-roots.ts'
import { createTestDevice } from './testing/device.ts'
import { codeProof, signedLogin } from './testing/logins.ts'

const DAY_MS = 24 * 60 * 60_000

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  path = join(folder, 'guesses')
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('counts in a file', () => {
  let open: number[] = []
  const guesses = (limit = 3) => {
    const fd = openGuessFile(path)
    open.push(fd)
    return createAddressGuesses(keepInFile(fd), limit)
  }
  afterEach(() => {
    for (const fd of open) closeSync(fd)
    open = []
  })

  test('go on where they were, for each address', () => {
    const first = guesses()
    first.add('a', 0)
    first.add('a', 0)
    first.add('b', 0)
    const second = guesses()
    expect(second.isSpent('a', 1)).toBe(false)
    second.add('a', 1)
    expect(second.isSpent('a', 1)).toBe(true)
    const third = guesses()
    expect([third.isSpent('a', 2), third.isSpent('b', 2)]).toEqual([true, false])
  })

  test('begin anew a day after the first, and after a clock was wrong', () => {
    const first = guesses(1)
    first.add('a', 5)
    expect(guesses(1).isSpent('a', 5 + DAY_MS - 1)).toBe(true)
    expect(guesses(1).isSpent('a', 5 + DAY_MS)).toBe(false)
    guesses(1).add('a', 10 * DAY_MS)
    expect(guesses(1).isSpent('a', 20)).toBe(false)
  })

  test('begin anew where the file is damaged', () => {
    guesses(1).add('a', 0)
    ftruncateSync(open[0] ?? 0, 1000)
    expect(guesses(1).isSpent('a', 0)).toBe(false)
    guesses(1).add('a', 0)
    expect(guesses(1).isSpent('a', 0)).toBe(true)
  })

  test('name nobody, and are for the one who opened them', () => {
    guesses().add('somebody@mail.example', 0)
    expect(readFileSync(path).includes('somebody')).toBe(false)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    symlinkSync(path, `${path}-link`)
    expect(() => openGuessFile(`${path}-link`)).toThrow('ELOOP')
  })
})

test('a signer that was killed and started again has counted the guesses of before', async () => {
  const device = await createTestDevice()
  const options = {
    masterKey: MASTER_KEY,
    roots: derivedRoots(MASTER_KEY),
    origin: ORIGIN,
    restoredMonth: null,
    socketPath: join(folder, 'signer', 's'),
    code: readFileSync(inject('signerCode')),
    guessesFile: path,
  }
  // Seals for the same recipient as the process has.
  const sealing = createTestCustody(MASTER_KEY, Date.now())
  const identity = { appId: 'app_1', channel: 'email', address: 'a@b.example' } as const
  let codes = 0

  /** Five wrong guesses at a code of its own. @returns the last verdict */
  async function guess(signer: ReturnType<typeof connectSigner>, tries = 5): Promise<unknown> {
    const lasting = { ...identity, codeId: `code_${++codes}`, expiresAt: Date.now() + 600_000 }
    const carriage = { by: 'mail', appName: 'Shop', language: 'en' } as const
    const asked = { ...lasting, purpose: 'login', device: device.thumbprint, carriage } as const
    const made = await signer.issueCode({ ...asked, fixedCode: '111111' })
    if (!made.ok) throw new Error('no code')
    const issued = { ...lasting, purpose: 'login', test: true, digest: made.digest } as const
    let verdict: unknown
    for (let i = 0; i < tries; i++) {
      const proof = await codeProof(sealing, device, { code: '000000', issued })
      const payload = { expiry: Date.now() + 60_000 }
      verdict = await signer.verifyLogin(
        signedLogin(device, '/passwordless/authenticate', proof, { payload }),
      )
    }
    return verdict
  }
  const WRONG = { ok: false, reason: 'code' }

  const first = await startSigner(options)
  const asked = connectSigner(options.socketPath)
  for (let i = 0; i < 59; i++) expect(await guess(asked)).toEqual(WRONG)
  process.kill(first.pid, 'SIGKILL')
  await first.exited
  await asked.close()

  const second = await startSigner(options)
  const again = connectSigner(options.socketPath)
  try {
    expect(await guess(again)).toEqual(WRONG)
    expect(await guess(again, 1)).toEqual({ ok: false, reason: 'tries' })
  } finally {
    await again.close()
    await second.stop()
  }
})
