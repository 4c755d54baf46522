// @vitest-environment jsdom
import type { FrameFacts } from '@vitrine/shared/bridge/frame-facts.ts'
import { WALLET } from '@vitrine/shared/bridge/testing/fixtures.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createVitrine } from './create-vitrine.ts'
import { examine } from './doctor.ts'
import type { EthereumProvider } from './ethereum.ts'
import { configurationError } from './options.ts'
import { PARTS, preparePage } from './testing/fake-page.ts'

const FACTS: FrameFacts = {
  localStorage: true,
  indexedDB: true,
  isPartitioned: true,
  hasPasskeys: true,
  mayUsePasskeys: true,
  clockDifferenceMs: 0,
}
const OPTIONS = { appId: 'app_1', walletOrigin: WALLET, eip6963: false }
/** One whose frame answers so. */
const asking = (request: () => Promise<unknown>) =>
  ({ request }) as Partial<EthereumProvider> as EthereumProvider

/** By name, with a frame that answers so. */
async function examined(facts: object = {}, options: object = {}) {
  const answer = { ...FACTS, ...facts }
  const { checks } = await examine(
    { ...OPTIONS, ...options },
    asking(async () => answer),
  )
  return new Map(checks.map(check => [check.name, check]))
}

beforeEach(() => {
  preparePage()
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response()),
  )
  vi.stubGlobal('open', Object.assign(Math.max, {}))
})
afterEach(() => vi.unstubAllGlobals())

describe('what the frame tells', () => {
  it.each([
    ['passkeys', { hasPasskeys: false }, 'This browser has no passkeys.'],
    ['passkeys', { mayUsePasskeys: false }, 'Permissions Policy'],
    ['storage', { localStorage: false }, 'blocks localStorage for'],
    ['storage', { indexedDB: false }, 'blocks IndexedDB for'],
    ['clock', { clockDifferenceMs: -90_000 }, '90 s behind'],
    ['clock', { clockDifferenceMs: 31_000 }, '31 s ahead of'],
  ])('of %s with %j is a fault, with what to change', async (name, facts, says) => {
    const check = (await examined(facts)).get(name)
    expect(check).toMatchObject({ ok: false, detail: expect.stringContaining(says) })
    expect(check?.fix).toMatch(/\.$/)
  })

  it.each([
    ['passkeys', { mayUsePasskeys: null }],
    ['storage', { isPartitioned: false }],
    ['storage', { isPartitioned: null }],
    ['clock', { clockDifferenceMs: 29_000 }],
  ])('of %s with %j is none', async (name, facts) => {
    expect((await examined(facts)).get(name)).toMatchObject({ ok: true })
  })
})

it('is no fault of a page that does not answer for its headers', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => {
      throw new TypeError('Refused by the policy')
    }),
  )
  expect((await examined()).get('coop')).toMatchObject({
    ok: true,
    detail: expect.stringContaining('Not read'),
  })
})

it('that is isolated has an opener policy, whether its headers are read or not', async () => {
  vi.stubGlobal('crossOriginIsolated', true)
  expect((await examined()).get('coop')).toMatchObject({ ok: false })
})

it('a wallet that the page keeps to itself need not be heard', async () => {
  expect((await examined({}, { eip6963: false })).get('extensions')).toMatchObject({ ok: true })
  expect((await examined({}, { eip6963: true })).get('extensions')).toMatchObject({ ok: false })
})

it('a frame that is up and does not answer is told, and keeps nobody waiting', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const examining = examine(
    { ...OPTIONS, walletOrigin: location.origin },
    asking(() => new Promise(() => {})),
  )
  await vi.advanceTimersByTimeAsync(5_000)
  const { checks } = await examining
  expect(checks.find(({ name }) => name === 'clock')).toMatchObject({ ok: false })
  vi.useRealTimers()
})

describe('where no frame can be', () => {
  const noFrame = asking(async () => {
    throw new Error('There is none')
  })

  it('over plain HTTP it says so first, and tries no frame', async () => {
    vi.stubGlobal('isSecureContext', false)
    const { checks } = await examine(OPTIONS, noFrame)
    expect(checks.find(({ ok }) => !ok)).toMatchObject({
      name: 'secure-context',
      fix: expect.stringContaining('HTTPS'),
    })
    expect(document.querySelector('iframe')).toBeNull()
  })

  it('on the wallet origin itself it says that, and tries no frame', async () => {
    const { checks } = await examine({ ...OPTIONS, walletOrigin: location.origin }, noFrame)
    expect(checks.find(({ ok }) => !ok)).toMatchObject({
      name: 'frame',
      fix: expect.stringContaining('origin of its own'),
    })
    expect(document.querySelector('iframe')).toBeNull()
  })

  it('on a server it says that there is no page', async () => {
    vi.stubGlobal('document', undefined)
    const { checks } = await examine(OPTIONS, noFrame)
    expect(checks).toMatchObject([{ ok: false, detail: expect.stringContaining('browser') }])
  })
})

it('answers where its own part of the script does not load, with the reason', async () => {
  const later = async () => {
    throw configurationError(`${WALLET}/later.js did not load: CSP trusted-types vitrine?`)
  }
  const vitrine = createVitrine(OPTIONS, { ...PARTS, later })
  vitrine.ready.catch(() => {})
  const { checks } = await vitrine.doctor()
  expect(checks).toEqual([
    { name: 'csp', ok: false, detail: expect.stringContaining('trusted-types'), fix: expect.any(String) },
  ])
  vitrine.destroy()
})
