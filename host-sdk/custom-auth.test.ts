// @vitest-environment jsdom
import type { FrameServer } from '@vitrine/shared/bridge/frame.ts'
import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { handlers, WALLET } from '@vitrine/shared/bridge/testing/fixtures.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createVitrine } from './create-vitrine.ts'
import { loadFrame, PARTS, preparePage } from './testing/fake-page.ts'
import type { CustomAuth } from './vitrine-config.ts'

const OPTIONS = { appId: 'app_1', walletOrigin: WALLET, eip6963: false }
const made: { destroy(): void }[] = []
vi.spyOn(console, 'error').mockImplementation(() => {})

const create = (options: Partial<Parameters<typeof createVitrine>[0]> = {}) => {
  const vitrine = createVitrine({ ...OPTIONS, ...options }, PARTS)
  made.push(vitrine)
  return vitrine
}

const load = (...parameters: Parameters<typeof loadFrame>): FrameServer => {
  const frame = loadFrame(...parameters)
  made.push(frame)
  return frame
}

// jsdom has none.
const reported = vi.fn()
beforeEach(() => {
  preparePage()
  vi.stubGlobal('reportError', reported)
})

afterEach(() => {
  for (const one of made.splice(0)) one.destroy()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

it('hands a token of the page’s to a link that asks the person', async () => {
  const link = vi.fn(handlers().link)
  const vitrine = create()
  load({ link })
  await vitrine.ready
  await vitrine.linkWithCustomJwt('a.b.c')
  expect(link.mock.calls[0]?.[0]).toEqual({ method: 'custom-jwt', prefill: 'a.b.c' })
})

describe('following the site’s own login', () => {
  const follow = async (customAuth: CustomAuth) => {
    const syncCustomAuth = vi.fn<FrameHandlers['syncCustomAuth']>()
    const hello = vi.fn(handlers().hello)
    const vitrine = create({ config: { loginMethods: ['email'], customAuth } })
    const frame = load({ syncCustomAuth, hello })
    await vitrine.ready
    return { vitrine, frame, syncCustomAuth, hello }
  }

  it('keeps the functions in the page, and has the frame look once it is ready', async () => {
    const { hello, syncCustomAuth } = await follow({ getCustomAccessToken: () => 'a.b.c' })
    expect(hello.mock.calls[0]?.[0].options).toEqual({ loginMethods: ['email'] })
    await vi.waitFor(() => expect(syncCustomAuth).toHaveBeenCalledOnce())
  })

  it.each([
    ['a token', () => 'a.b.c', 'a.b.c'],
    ['a token that takes its time', async () => 'a.b.c', 'a.b.c'],
    ['nobody', () => null, null],
  ])('tells the frame of %s', async (_name, getCustomAccessToken, answer) => {
    const { frame } = await follow({ getCustomAccessToken })
    expect(await frame.customAccessToken()).toBe(answer)
  })

  it('says that it does not know while the site is loading', async () => {
    const customAuth = { isLoading: true, getCustomAccessToken: () => null }
    const { frame } = await follow(customAuth)
    expect(await frame.customAccessToken()).toBeUndefined()
    customAuth.isLoading = false
    expect(await frame.customAccessToken()).toBeNull()
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('expired')
      },
    ],
    ['rejects', () => Promise.reject(new Error('expired'))],
  ])(
    'reports a function that %s to the page, and the frame does not know',
    async (_name, getCustomAccessToken) => {
      const { frame } = await follow({ getCustomAccessToken })
      expect(await frame.customAccessToken()).toBeUndefined()
      expect(reported).toHaveBeenCalledExactlyOnceWith(new Error('expired'))
    },
  )

  it('has the frame look again at each change, until it is destroyed', async () => {
    let change = () => {}
    const unsubscribe = vi.fn()
    const { vitrine, syncCustomAuth } = await follow({
      getCustomAccessToken: () => null,
      subscribe(onChange) {
        change = onChange
        return unsubscribe
      },
    })
    await vi.waitFor(() => expect(syncCustomAuth).toHaveBeenCalledTimes(1))
    change()
    await vi.waitFor(() => expect(syncCustomAuth).toHaveBeenCalledTimes(2))
    vitrine.destroy()
    await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce())
    change()
  })

  it('tells when the frame could not look, and nothing after it is destroyed', async () => {
    const failing = () => Promise.reject(clientError('service_unavailable', 'A part could not be loaded.'))
    const vitrine = create({ config: { customAuth: { getCustomAccessToken: () => null } } })
    load({ syncCustomAuth: failing })
    const told = vi.fn()
    vitrine.on('error', told)
    await vi.waitFor(() => expect(told).toHaveBeenCalledOnce())
    expect(told).toHaveBeenCalledWith({
      code: 'service_unavailable',
      message: 'A part could not be loaded.',
      during: 'customAuth',
    })
    // It says why there is no wallet, and there is one.
    expect(vitrine.state.error).toBeNull()
    let change = () => {}
    const other = create({
      appId: 'app_2',
      config: {
        customAuth: {
          getCustomAccessToken: () => null,
          subscribe(onChange) {
            change = onChange
            return () => {}
          },
        },
      },
    })
    const quiet = vi.fn()
    other.on('error', quiet)
    change()
    other.destroy()
    change()
    await new Promise(resolve => setTimeout(resolve))
    expect(quiet).not.toHaveBeenCalled()
  })

  it('leaves the frame alone when it is off', async () => {
    const { vitrine, syncCustomAuth } = await follow({ enabled: false, getCustomAccessToken: () => 'a.b.c' })
    await vitrine.getLoginCode()
    expect(syncCustomAuth).not.toHaveBeenCalled()
  })
})
