// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepKeys, newKeys } from '../../oauth-flow/oauth-keys.ts'
import type { Calls } from '../../session/calls.ts'
import { alertText, click, control, hasButton, mountScreens, useBrowser } from '../../ui/testing/dom.ts'
import { type FakeKernelOptions, fakeCalls, fakeKernel, loginResult } from '../../ui/testing/fake-kernel.ts'
import { bringViews } from '../landing-registry.ts'

useBrowser()
const WEB_VIEW =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9; wv) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36'
const SEALED = `v1.${'a'.repeat(120)}`
const opens = vi.fn<typeof window.open>()

beforeEach(async () => {
  await (await bringViews()).oauth.prefetch?.()
  opens.mockReset().mockReturnValue(null)
  vi.stubGlobal('open', opens)
})
afterEach(() => vi.restoreAllMocks())

const posts: Calls['post'] = async (path, _body, schema) =>
  schema.parse(
    path === '/oauth_flows/status' ? { answer: null } : { url: 'https://accounts.example/', signature: 's' },
  )

async function land(own: FakeKernelOptions = {}, calls: Partial<Calls> = {}, returned?: object) {
  const primary = ['google', 'github', 'custom:bank'].map(provider => ({
    method: 'oauth' as const,
    provider,
  }))
  const kernel = fakeKernel({
    app: {
      google_oauth: true,
      github_oauth: true,
      custom_oauth_providers: [
        {
          provider: 'custom:bank',
          provider_display_name: 'Bank',
          provider_icon_url: 'https://bank.example/i.png',
          enabled: true,
        },
      ],
    },
    operations: { calls: fakeCalls({ post: posts, postProven: posts, ...calls }) },
    ...own,
    config: { login: { primary, overflow: [], groupPriority: 'web2-first' }, ...own.config },
  })
  return {
    kernel,
    async show() {
      await mountScreens(kernel)
      await act(async () => kernel.show({ id: '1', kind: 'login', options: {}, ...returned }))
    },
  }
}

it('has a row for each provider, by its name', async () => {
  await (await land()).show()
  for (const name of ['Google', 'GitHub', 'Bank']) expect(hasButton(`Continue with ${name}`)).toBe(true)
  expect(document.querySelector('img[src="https://bank.example/i.png"]')).not.toBeNull()
})

it('opens the window in the press itself', async () => {
  await (await land()).show()
  await act(async () => {
    control('button', 'Continue with Google').click()
    expect(opens).toHaveBeenCalledOnce()
  })
})

it('offers to open it again, and to go on in the page, where none is to be seen', async () => {
  const navigate = vi.fn(async (_url?: string) => 'https://shop.example/')
  await (await land({ navigate })).show()
  await click(control('button', 'Continue with Google'))
  await vi.waitFor(() => expect(hasButton('Open again')).toBe(true))
  const [first] = opens.mock.calls.at(-1) ?? []
  await click(control('button', 'Open again'))
  // The same flow: whichever window is used, its answer is awaited.
  expect(opens.mock.calls.at(-1)?.[0]).toBe(first)
  await click(control('button', 'Continue in this page'))
  await vi.waitFor(() =>
    expect(navigate).toHaveBeenLastCalledWith(expect.stringContaining('/apps/app_demo/oauth#')),
  )
})

it('finishes by itself the login for which the page was away', async () => {
  const keys = newKeys()
  const returned = { provider: 'google', state: keys.state, code: SEALED }
  const authenticate = vi.fn<Calls['authenticate']>(async () => loginResult)
  const { kernel, show } = await land({}, { authenticate }, { returned })
  keepKeys(kernel, keys, { provider: 'google', purpose: 'login', disableSignup: false })
  await show()
  await vi.waitFor(() => expect(authenticate).toHaveBeenCalledOnce())
  expect(authenticate.mock.calls[0]?.[4]).toEqual({
    member: 'code_verifier',
    value: keys.verifier,
    subject: keys.state,
  })
  expect(opens).not.toHaveBeenCalled()
})

it('is not offered within another app, unless the site wants it there', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(WEB_VIEW)
  await (await land()).show()
  expect(hasButton('Continue with GitHub')).toBe(false)
})

it('goes by the whole page within another app, and says who refuses that, with a way out', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(WEB_VIEW)
  const navigate = vi.fn(async (_url?: string) => 'https://shop.example/cart')
  await (await land({ navigate, config: { allowOAuthInEmbeddedBrowsers: true } })).show()
  await click(control('button', 'Continue with Google'))
  await vi.waitFor(() => expect(alertText()).toContain('Google'))
  const link = document.querySelector('a')
  expect(link?.textContent).toBe('Open in your browser')
  await vi.waitFor(() =>
    expect(link?.getAttribute('href')).toBe(
      'intent://shop.example/cart#Intent;scheme=https;action=android.intent.action.VIEW;end',
    ),
  )
  expect(navigate).not.toHaveBeenCalledWith(expect.anything())
  await click(control('button', 'Back'))
  await click(control('button', 'Continue with GitHub'))
  await vi.waitFor(() => expect(navigate).toHaveBeenCalledWith(expect.stringContaining('/oauth#')))
  expect(opens).not.toHaveBeenCalled()
})
