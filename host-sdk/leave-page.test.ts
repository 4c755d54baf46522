// @vitest-environment jsdom
import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { WALLET } from '@vitrine/shared/bridge/testing/fixtures.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createVitrine } from './create-vitrine.ts'
import type { Vitrine } from './instance.ts'
import { leavePage } from './leave-page.ts'
import { loadFrame, PARTS, preparePage } from './testing/fake-page.ts'

const options = { appId: 'app_1', walletOrigin: 'https://wallet.example' }

describe('the page goes to the wallet’s start page', () => {
  it.each([
    ['https://wallet.example/apps/app_1/oauth#flow', true],
    ['https://wallet.example/apps/app_1/oauth', false],
    ['https://wallet.example/apps/app_2/oauth#flow', false],
    ['https://wallet.example/apps/app_1/oauth/../../evil#flow', false],
    ['https://wallet.example/oauth/callback?code=1', false],
    ['https://wallet.example.evil.example/apps/app_1/oauth#flow', false],
    ['https://evil.example/?https://wallet.example/apps/app_1/oauth#flow', false],
    ['javascript:alert(1)', false],
    ['', false],
  ])('%s: %j', (url, goes) => {
    const go = vi.fn()
    expect(leavePage(options, url, go)).toBe(goes ? location.href : '')
    expect(go.mock.calls).toEqual(goes ? [[url]] : [])
  })

  it('and says where it is when it is asked for no more', () => {
    const go = vi.fn()
    expect(leavePage(options, undefined, go)).toBe(location.href)
    expect(go).not.toHaveBeenCalled()
  })
})

describe('a page that comes back', () => {
  beforeEach(preparePage)
  let vitrine: Vitrine | undefined
  afterEach(() => {
    vitrine?.destroy()
    document.body.replaceChildren()
    history.replaceState(null, '', '/')
  })

  async function load(address: string) {
    history.replaceState({ of: 'the site' }, '', address)
    const resumeLogin = vi.fn<FrameHandlers['resumeLogin']>()
    vitrine = createVitrine({ appId: 'app_1', walletOrigin: WALLET }, PARTS)
    loadFrame({ resumeLogin })
    await vitrine.ready
    return resumeLogin
  }
  const RETURN = 'vitrine_oauth_code=v1.x&vitrine_oauth_state=s&vitrine_oauth_provider=google'

  it('hands what it brings to the frame, and has it in its address no more', async () => {
    const resumeLogin = await load(`/cart?a=1&${RETURN}&b=2#top`)
    await vi.waitFor(() =>
      expect(resumeLogin).toHaveBeenCalledExactlyOnceWith({ code: 'v1.x', state: 's', provider: 'google' }),
    )
    expect(location.href).toBe(`${location.origin}/cart?a=1&b=2#top`)
    expect(history.state).toEqual({ of: 'the site' })
  })

  it.each(['/cart?a=1', '/'])('has nothing to hand over at %s', async address => {
    const resumeLogin = await load(address)
    expect(resumeLogin).not.toHaveBeenCalled()
    expect(location.href).toBe(location.origin + address)
  })

  it('that Telegram opened hands over what it was told, which stays for Telegram’s own script', async () => {
    const launch = 'user=%7B%22id%22%3A1%7D&auth_date=1&hash=f'
    const address = `/shop#tgWebAppData=${encodeURIComponent(launch)}&tgWebAppVersion=8.0`
    const resumeLogin = await load(address)
    await vi.waitFor(() =>
      expect(resumeLogin).toHaveBeenCalledExactlyOnceWith({ code: launch, state: '', provider: 'telegram' }),
    )
    expect(location.href).toBe(location.origin + address)
  })
})
