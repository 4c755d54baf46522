// @vitest-environment jsdom
import { WALLET_PROXY_FAILED } from '@vitrine/shared/errors/messages.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Operations } from '../../ui/kernel-context.ts'
import { preload } from '../../ui/lazy-screen.tsx'
import { alertText, click, control, mountScreens, title, until, useBrowser } from '../../ui/testing/dom.ts'
import { fakeKernel } from '../../ui/testing/fake-kernel.ts'
import { en } from '../../words/en.ts'
import { startVault as kind } from './request.ts'

useBrowser()
beforeAll(async () => void (await preload(kind.screen)))

async function open(startVault: Operations['startVault']) {
  const kernel = fakeKernel({ operations: { startVault } })
  await mountScreens(kernel)
  await act(async () => kernel.show({ id: '1', kind: 'start-vault' }))
  await until(() => expect(title()).toBe(en['wallet.create.failedTitle']))
  return kernel
}
const tryAgain = () => click(control('button', en['action.tryAgain']))

test('says that the wallet did not start; trying again says so again, or goes on', async () => {
  const startVault = vi
    .fn<Operations['startVault']>()
    .mockRejectedValueOnce(clientError('unknown_embedded_wallet_error', WALLET_PROXY_FAILED))
    .mockResolvedValueOnce()
  const kernel = await open(startVault)
  expect(alertText()).toBe(en['error.vault'])
  expect(startVault).not.toHaveBeenCalled()
  await tryAgain()
  expect(alertText()).toBe(en['error.vault'])
  expect(kernel.outcomes).toEqual([])
  await tryAgain()
  await until(() => expect(kernel.outcomes).toEqual([{ resolved: undefined }]))
})

test('can be left, which is a wallet that was not created', async () => {
  const kernel = await open(async () => {})
  await click(control('button', en['action.close']))
  expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
  const { dismissal } = kind
  if (dismissal.type !== 'error') throw new TypeError('It has no result')
  expect(dismissal.error()).toMatchObject({ code: 'embedded_wallet_create_error' })
})
