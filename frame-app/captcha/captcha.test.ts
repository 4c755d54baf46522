import { appConfig } from '@vitrine/shared/config/app-config.ts'
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Calls } from '../session/calls.ts'
import { en } from '../words/en.ts'
import type { CaptchaCheck } from './captcha.ts'
import { type Captcha, createCaptcha } from './captcha.ts'
import { runCheck } from './run-check.ts'
import type { CaptchaWidget } from './widget-check.ts'

const ORIGIN = 'https://wallet.example'
const SECRETS = { hmacSignatureSecret: 'a', hmacKeySignatureSecret: 'b' }

const makeChallenge = () =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter: 20,
    data: { app: 'app_test' },
    deriveKey,
    expiresAt: Math.floor(Date.now() / 1000) + 60,
    ...SECRETS,
  })

type Config = Partial<ReturnType<typeof appConfig.parse>>
const appWith = (config: Config) =>
  appConfig.parse({
    id: 'app_test',
    name: 'Shop',
    data_classification: 'public',
    verification_key: '',
    captcha_enabled: true,
    ...config,
  })

/** @param answer the server's to `/captcha/challenge` */
function setUp(config: Config = {}, answer: () => Promise<unknown> = makeChallenge, captchaOrigin?: string) {
  const post = vi.fn(async (_path: string, _body: object, schema: { parse(value: unknown): unknown }) =>
    schema.parse(await answer()),
  )
  const captcha = createCaptcha({
    app: () => appWith(config),
    post: post as unknown as Calls['post'],
    origin: ORIGIN,
    captchaOrigin,
  })
  return { captcha, post }
}

const never = () => new Promise<never>(() => {})
const forever = () => new AbortController().signal
/** The first check that runs and fits. */
const shown = (captcha: Captcha, fits: (check: CaptchaCheck) => boolean = () => true) =>
  new Promise<CaptchaCheck>(resolve => {
    const look = () => {
      const check = captcha.checks.get().find(fits)
      if (check) resolve(check)
    }
    captcha.checks.subscribe(look)
    look()
  })
async function widgetOf(captcha: Captcha, needsPerson = false): Promise<CaptchaWidget> {
  const { widget } = await shown(captcha, check => check.widget?.needsPerson === needsPerson)
  if (!widget) throw new Error('The check has no widget')
  return widget
}

// Loaded before the clock is a test's.
beforeAll(() => void runCheck)
afterEach(() => {
  vi.useRealTimers()
})

describe('without a captcha', () => {
  test('there is no token, no call and nothing to see', async () => {
    const { captcha, post } = setUp({ captcha_enabled: false })
    const seen = vi.fn()
    captcha.checks.subscribe(seen)
    await expect(captcha.token(forever())).resolves.toBeUndefined()
    expect(post).not.toHaveBeenCalled()
    expect(seen).not.toHaveBeenCalled()
  })
})

test('what the server demands of an app without a captcha is its own work, whatever vendor the config names', async () => {
  const { captcha } = setUp({ captcha_enabled: false, enabled_captcha_provider: 'turnstile' })
  const { challenge, solution } = JSON.parse((await captcha.token(forever(), 'demanded')) ?? '')
  expect(await verifySolution({ challenge, solution, deriveKey, ...SECRETS })).toMatchObject({
    verified: true,
  })
})

describe('our own captcha', () => {
  test.each<Config>([{}, { enabled_captcha_provider: 'altcha' }])(
    'solves the server’s challenge: %o',
    async config => {
      const { captcha, post } = setUp(config)
      const running = captcha.token(forever())
      expect(await shown(captcha)).toMatchObject({ widget: null })
      const { challenge, solution } = JSON.parse((await running) ?? '')
      expect(await verifySolution({ challenge, solution, deriveKey, ...SECRETS })).toMatchObject({
        verified: true,
      })
      expect(post).toHaveBeenCalledExactlyOnceWith(
        '/captcha/challenge',
        {},
        expect.anything(),
        expect.anything(),
      )
      expect(captcha.checks.get()).toEqual([])
    },
  )

  test('asks for a new challenge each time', async () => {
    const { captcha } = setUp()
    const tokens = await Promise.all([captcha.token(forever()), captcha.token(forever())])
    expect(new Set(tokens).size).toBe(2)
    expect(captcha.checks.get()).toEqual([])
  })

  test.each([
    [
      'the server no longer asks for it',
      clientError('not_supported', 'x'),
      'captcha_disabled',
      en['captcha.disabled'],
    ],
    [
      'the server cannot be reached',
      clientError('service_unavailable', 'Offline.'),
      'captcha_failure',
      'Offline.',
    ],
    ['there were too many', clientError('too_many_requests', 'Wait.'), 'too_many_requests', 'Wait.'],
    ['something unforeseen happens', new TypeError('internals'), 'captcha_failure', en['captcha.failed']],
  ])('fails in words when %s', async (_name, error, code, message) => {
    const { captcha } = setUp({}, () => Promise.reject(error))
    await expect(captcha.token(forever())).rejects.toMatchObject({ name: 'VitrineError', code, message })
    expect(captcha.checks.get()).toEqual([])
  })

  test('takes at most 20 s', async () => {
    vi.useFakeTimers()
    const { captcha } = setUp({}, never)
    const settled = vi.fn()
    const running = captcha.token(forever()).catch(settled)
    await shown(captcha)
    await vi.advanceTimersByTimeAsync(19_999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await running
    expect(settled.mock.calls[0]?.[0]).toBeInstanceOf(VitrineError)
    expect(settled.mock.calls[0]?.[0]).toMatchObject({
      code: 'captcha_timeout',
      message: en['captcha.timeout'],
    })
    expect(captcha.checks.get()).toEqual([])
  })

  test('ends with the reason of the one who asked', async () => {
    const { captcha } = setUp({}, never)
    const controller = new AbortController()
    const running = captcha.token(controller.signal)
    await shown(captcha)
    const reason = new Error('left')
    controller.abort(reason)
    await expect(running).rejects.toBe(reason)
    expect(captcha.checks.get()).toEqual([])
    await expect(captcha.token(controller.signal)).rejects.toBe(reason)
  })
})

describe.each(['turnstile', 'hcaptcha'] as const)('the captcha of %s', vendor => {
  const config = { enabled_captcha_provider: vendor, captcha_site_key: 'key' }
  const message = (event: string, more: object = {}) => ({ type: 'vitrine:captcha', event, ...more })

  test('runs in a document of no origin, whose token is the answer', async () => {
    const { captcha, post } = setUp(config)
    const running = captcha.token(forever())
    const widget = await widgetOf(captcha)
    expect(widget).toMatchObject({
      vendor,
      url: `${ORIGIN}/captcha/${vendor}/app_test`,
      keepsOrigin: false,
      needsPerson: false,
    })
    widget.receive('null', message('token', { token: 'from the vendor' }))
    await expect(running).resolves.toBe('from the vendor')
    expect(captcha.checks.get()).toEqual([])
    expect(post).not.toHaveBeenCalled()
  })

  test('runs on an origin of its own where the operator gave it one', async () => {
    const own = 'https://captcha.example'
    const { captcha } = setUp(config, never, own)
    const running = captcha.token(forever())
    const widget = await widgetOf(captcha)
    expect(widget).toMatchObject({ url: `${own}/captcha/${vendor}/app_test`, keepsOrigin: true })
    for (const other of ['null', ORIGIN, 'https://captcha.example.evil.example'])
      widget.receive(other, message('token', { token: 'forged' }))
    widget.receive(own, message('token', { token: 'genuine' }))
    await expect(running).resolves.toBe('genuine')
  })

  test.each([
    ['another origin', 'https://evil.example', message('token', { token: 'forged' })],
    ['the wallet’s own origin', ORIGIN, message('token', { token: 'forged' })],
    ['another kind', 'null', { event: 'token', token: 'forged' }],
    ['no token', 'null', message('token')],
    ['an empty token', 'null', message('token', { token: '' })],
    ['a token that is no text', 'null', message('token', { token: { toString: () => 'forged' } })],
    ['an oversized token', 'null', message('token', { token: 'x'.repeat(8193) })],
    ['an unknown event', 'null', message('resolve', { token: 'forged' })],
    ['nothing', 'null', null],
  ])('does not take a message of %s', async (_name, origin, data) => {
    const { captcha } = setUp(config)
    const running = captcha.token(forever())
    const widget = await widgetOf(captcha)
    widget.receive(origin, data)
    widget.receive('null', message('token', { token: 'genuine' }))
    await expect(running).resolves.toBe('genuine')
  })

  test('that fails is a captcha_failure', async () => {
    const { captcha } = setUp(config)
    const running = captcha.token(forever())
    const widget = await widgetOf(captcha)
    widget.receive('null', message('failed'))
    await expect(running).rejects.toMatchObject({ code: 'captcha_failure', message: en['captcha.failed'] })
  })

  test('that says nothing ends after 20 s; a person at work there is not hurried', async () => {
    vi.useFakeTimers()
    const { captcha } = setUp(config)
    const silent = vi.fn()
    const late = captcha.token(forever()).catch(silent)
    await widgetOf(captcha)
    await vi.advanceTimersByTimeAsync(20_000)
    await late
    expect(silent.mock.calls[0]?.[0]).toMatchObject({ code: 'captcha_timeout' })

    const running = captcha.token(forever())
    ;(await widgetOf(captcha)).receive('null', message('attention'))
    const widget = await widgetOf(captcha, true)
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    widget.receive('null', message('token', { token: 'at last' }))
    await expect(running).resolves.toBe('at last')
  })
})
