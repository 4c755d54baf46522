// @vitest-environment jsdom
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { click, control, hasButton, mountScreens, until, useBrowser } from '../ui/testing/dom.ts'
import { fakeKernel, user, wallet } from '../ui/testing/fake-kernel.ts'

const copyName = `0x71C…976F: copy address ${wallet.address}`

async function open(logout = vi.fn(async () => {})) {
  const kernel = fakeKernel({ operations: { logout } })
  kernel.setSession({ status: 'authenticated', user, wallets: [wallet] })
  await mountScreens(kernel)
  await act(async () => kernel.show({ id: '1', kind: 'account' }))
  await until(() => expect(hasButton('Done')).toBe(true))
  return { kernel, logout }
}

describe('account', () => {
  useBrowser()

  it('shows the address of the person and of the wallet', async () => {
    await open()
    expect(document.body.textContent).toContain('ada@example.com')
    expect(hasButton(copyName)).toBe(true)
  })

  it.each([
    ['Log out', 'device'],
    ['Log out of all devices', 'all-devices'],
  ])('%s ends the session and the screen', async (name, scope) => {
    const { kernel, logout } = await open()
    await click(control('button', name))
    expect(logout).toHaveBeenCalledExactlyOnceWith(scope)
    expect(kernel.outcomes).toEqual([{ resolved: undefined }])
  })

  it.each(['Done', 'Close'])('%s ends the screen and nothing else', async name => {
    const { kernel, logout } = await open()
    await click(control('button', name))
    expect(logout).not.toHaveBeenCalled()
    expect(kernel.outcomes).toEqual([{ resolved: undefined }])
  })

  it('copies a wallet address, and says when copying is blocked', async () => {
    const writeText = vi.fn(async () => {}).mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    await open()
    const copy = control('button', copyName)
    await click(copy)
    expect(document.body.textContent).toContain('Copying is blocked here')
    await click(copy)
    expect(writeText).toHaveBeenCalledWith(wallet.address)
    expect(document.body.textContent).toContain('Copied')
  })
})
