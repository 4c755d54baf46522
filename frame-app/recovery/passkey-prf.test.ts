// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPasskeySecret, readPasskeySecret } from './passkey-prf.ts'

const { signal } = new AbortController()
const app = { name: 'Shop' }
const OUTPUT = new Uint8Array(32).fill(7)
const SECRET = Buffer.from(OUTPUT).toString('base64url')
const RAW_ID = Uint8Array.of(1, 2, 3)

type Prf = { enabled?: boolean; results?: { first: BufferSource } } | undefined

/** Stands for the browser's class, whose constructor nobody can call. */
class FakeCredential {
  readonly rawId = RAW_ID.buffer
  readonly #prf: Prf
  constructor(prf: Prf) {
    this.#prf = prf
  }
  getClientExtensionResults = () => ({ prf: this.#prf })
}

const create = vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>()
const get = vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>()
const signalUnknownCredential = vi.fn(async () => {})

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', Object.assign(FakeCredential, { signalUnknownCredential }))
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create, get } })
})
afterEach(() => {
  for (const mock of [create, get, signalUnknownCredential]) mock.mockReset()
  signalUnknownCredential.mockResolvedValue(undefined)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a passkey for recovery', () => {
  it('is of this origin, verifies the person, is of no user of a login, and makes its secret at once where it can', async () => {
    create.mockResolvedValue(new FakeCredential({ enabled: true, results: { first: OUTPUT } }))
    const made = await createPasskeySecret(app, 'ada@example.com', signal)
    const { publicKey } = create.mock.calls[0]?.[0] ?? {}
    expect(publicKey).toMatchObject({
      rp: { id: location.hostname, name: 'Shop' },
      user: { name: 'Wallet recovery of Shop, ada@example.com' },
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      attestation: 'none',
    })
    expect(publicKey?.excludeCredentials).toBeUndefined()
    expect([publicKey?.challenge.byteLength, publicKey?.user.id.byteLength]).toEqual([32, 32])
    const salt = publicKey?.extensions?.prf?.eval?.first as Uint8Array
    expect(made).toEqual({
      method: 'passkey',
      credentialId: Buffer.from(RAW_ID).toString('base64url'),
      salt: Buffer.from(salt).toString('base64url'),
      secret: SECRET,
    })
    expect(get).not.toHaveBeenCalled()
  })

  it('is asked once more where it makes nothing at first, for that one key and the same salt', async () => {
    create.mockResolvedValue(new FakeCredential({ enabled: true }))
    get.mockResolvedValue(new FakeCredential({ results: { first: OUTPUT.buffer } }))
    const made = await createPasskeySecret(app, 'ada', signal)
    expect(made.secret).toBe(SECRET)
    const asked = get.mock.calls[0]?.[0].publicKey
    expect(asked).toMatchObject({
      rpId: location.hostname,
      userVerification: 'required',
      allowCredentials: [{ type: 'public-key', id: RAW_ID }],
    })
    expect(asked?.extensions?.prf?.eval?.first).toEqual(
      create.mock.calls[0]?.[0].publicKey?.extensions?.prf?.eval?.first,
    )
  })

  it.each([
    ['cannot make secrets', undefined],
    ['says that it cannot', { enabled: false }],
  ])('that %s is refused, and taken off the person’s list', async (_, prf) => {
    create.mockResolvedValue(new FakeCredential(prf))
    await expect(createPasskeySecret(app, 'ada', signal)).rejects.toMatchObject({
      code: 'not_supported',
      message: 'This passkey can’t keep a recovery key. Choose another way.',
    })
    expect(get).not.toHaveBeenCalled()
    expect(signalUnknownCredential).toHaveBeenCalledWith({
      rpId: location.hostname,
      credentialId: Buffer.from(RAW_ID).toString('base64url'),
    })
  })

  it('opens by the same key and salt on a new device', async () => {
    get.mockResolvedValue(new FakeCredential({ results: { first: OUTPUT } }))
    const salt = Buffer.alloc(32, 9).toString('base64url')
    const read = await readPasskeySecret({ credentialId: 'AQID', salt }, signal)
    expect(read).toEqual({ method: 'passkey', credentialId: 'AQID', salt, secret: SECRET })
    const asked = get.mock.calls[0]?.[0].publicKey
    expect(asked?.allowCredentials?.[0]?.id).toEqual(RAW_ID)
    expect(asked?.extensions?.prf?.eval?.first).toEqual(Uint8Array.from(Buffer.alloc(32, 9)))
  })

  it.each([
    ['nothing', {}],
    ['too little', { results: { first: new Uint8Array(16) } }],
  ])('that makes %s opens nothing', async (_, prf) => {
    get.mockResolvedValue(new FakeCredential(prf))
    await expect(readPasskeySecret({ credentialId: 'AQID', salt: 'AA' }, signal)).rejects.toMatchObject({
      code: 'not_supported',
    })
  })
})

describe('what went wrong', () => {
  const read = (own = signal) => readPasskeySecret({ credentialId: 'AQID', salt: 'AA' }, own)

  it.each([
    ['NotAllowedError', 'exited_auth_flow'],
    ['SecurityError', 'not_supported'],
    ['NotSupportedError', 'not_supported'],
    ['ConstraintError', 'not_supported'],
  ])('%s is told as %s', async (name, code) => {
    get.mockRejectedValue(new DOMException('internal', name))
    await expect(read()).rejects.toMatchObject({ code })
  })

  it('a browser without passkeys is told so', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
    await expect(read()).rejects.toMatchObject({ code: 'not_supported' })
  })

  it('an authenticator that never answers ends by our own limit', async () => {
    vi.useFakeTimers()
    get.mockImplementation(() => new Promise(() => {}))
    const reading = read().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await reading).toMatchObject({ code: 'client_request_timeout' })
    expect(get.mock.calls[0]?.[0].signal?.aborted).toBe(true)
  })

  it('who leaves is not waited for', async () => {
    get.mockImplementation(() => new Promise(() => {}))
    const leaving = new AbortController()
    const reading = read(leaving.signal).catch((error: unknown) => error)
    leaving.abort()
    expect(await reading).toBe(leaving.signal.reason)
  })
})
