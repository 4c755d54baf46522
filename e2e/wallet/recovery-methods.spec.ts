import type { BrowserContext } from '@playwright/test'
import type { Hex } from 'viem'
import { allow } from '../fixtures/clouds.ts'
import { changeDisk } from '../fixtures/device-disk.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { enterRecoveryKey, row, signs, test, throughCloud } from '../fixtures/recovery-app.ts'
import type { Stack } from '../fixtures/stack.ts'
import { expect } from '../fixtures/test.ts'
import { addAuthenticator } from '../fixtures/virtual-authenticator.ts'

async function loggedIn(context: BrowserContext, app: Stack, address: string) {
  const host = await (await HostPage.open(context, app)).ready()
  const { user } = await host.logIn(address)
  return { host, user, wallet: user.wallet?.address as Hex }
}

for (const { cloud, method, id } of [
  { cloud: 'Google Drive', method: 'google-drive', id: 'drive' },
  { cloud: 'iCloud', method: 'icloud', id: 'cloudKit' },
] as const)
  test(`${cloud} opens the wallet on a device that lost it, and is refused a second time`, async ({
    context,
    app,
    clouds,
    address,
  }) => {
    test.slow()
    const { host, wallet } = await loggedIn(context, app, address)
    const setting = host.call('setWalletRecovery')
    await row(host, cloud).click()
    await host.confirm(address)
    const opening = context.waitForEvent('page')
    await host.button(`Continue with ${cloud}`).click()
    const window = await opening
    await window.getByRole('textbox', { name: 'Account' }).waitFor()
    // Not before: Apple is asked where its page is.
    clouds[id].failNext('full')
    await allow(window, 'ada@cloud.example')
    await expect(host.alert).toHaveText(`Your ${cloud} is full. Free up space, then try again.`)
    await throughCloud(context, host, 'ada@cloud.example')
    expect(await setting).toMatchObject({ ok: true, value: { recoveryMethod: method } })
    await expect(host.page.getByRole('dialog')).toBeHidden()

    const again = host.call('setWalletRecovery')
    await row(host, cloud).click()
    await expect(host.alert).toContainText('already keeps your recovery')
    await host.button('Close').click()
    expect(await again).toMatchObject({
      ok: false,
      error: { code: 'embedded_wallet_recovery_already_exists' },
    })

    await changeDisk(host, 'cleared')
    const opens = () => throughCloud(context, host, 'ada@cloud.example', `Continue with ${cloud}`)
    expect(await signs(host, wallet, opens)).toBe(true)
  })

test('a passkey opens the wallet on a device that lost it', async ({ context, app, address }) => {
  test.slow()
  const { host, wallet } = await loggedIn(context, app, address)
  await addAuthenticator(host.page, { hasPrf: true })
  const setting = host.call('setWalletRecovery')
  await row(host, 'Passkey').click()
  await host.confirm(address)
  await host.button('Create the passkey').click()
  expect(await setting).toMatchObject({ ok: true, value: { recoveryMethod: 'passkey' } })
  await expect(host.page.getByRole('dialog')).toBeHidden()
  await changeDisk(host, 'cleared')
  expect(await signs(host, wallet, () => host.button('Use the passkey').click())).toBe(true)
})

test('the site’s own key opens the wallet, and its backend alone enters it', async ({
  context,
  app,
  address,
}) => {
  test.slow()
  const { host, user, wallet } = await loggedIn(context, app, address)
  const enter = (secret: string) => enterRecoveryKey(app, user.id, secret)
  expect(await enter('wrong')).toBe(401)
  const setting = host.call('setWalletRecovery')
  await row(host, '.* keeps it').click()
  await host.confirm(address)
  await host.button('Continue').click()
  expect(await enter(app.app.secret)).toBeLessThan(300)
  expect(await setting).toMatchObject({ ok: true, value: { recoveryMethod: 'recovery-encryption-key' } })
  await expect(host.page.getByRole('dialog')).toBeHidden()
  await changeDisk(host, 'cleared')
  // It is asked for by itself.
  const opens = async () => {
    expect(await enter(app.app.secret)).toBeLessThan(300)
  }
  expect(await signs(host, wallet, opens)).toBe(true)
})
