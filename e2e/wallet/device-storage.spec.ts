import { type Hex, verifyMessage } from 'viem'
import { changeDisk, recordVersions } from '../fixtures/device-disk.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import { expect, test } from '../fixtures/test.ts'

const APP = {
  embedded_wallet_config: {
    mode: 'legacy-embedded-wallets-only',
    ethereum: { create_on_login: 'users-without-wallets' },
    user_owned_recovery_options: ['user-passcode'],
  },
} as const
const PASSCODE = 'correct horse battery'

async function signs(host: HostPage, address: Hex) {
  const outcome = await host.sign('hello')
  if (!outcome.ok) throw new Error(`signMessage: ${outcome.error.message}`)
  return verifyMessage({ address, message: 'hello', signature: outcome.value.signature })
}
const addressOf = async (host: HostPage) => {
  const state = await host.evaluate<{ wallets: { address: Hex }[] }>('return vitrine.state')
  if (!state.ok || !state.value.wallets[0]) throw new Error('No wallet')
  return state.value.wallets[0].address
}
const field = (host: HostPage, name: string) => host.frame.getByLabel(name, { exact: true })

test('a device that loses its share, its key or all of it opens the wallet again by itself', async ({
  context,
  stack,
  address,
}) => {
  // A page and a signature for each.
  test.slow()
  const host = await (await HostPage.open(context, await withOwnApp(stack, APP))).ready()
  await host.logIn(address)
  const wallet = await addressOf(host)
  for (const change of ['cut', 'key lost', 'cleared'] as const) {
    await changeDisk(host, change)
    expect(await signs(host, wallet)).toBe(true)
    await host.page.reload()
    await host.ready()
    expect(await signs(host, wallet)).toBe(true)
  }
})

test('what a later release stored is told of plainly, and stays as it is', async ({
  context,
  stack,
  address,
}) => {
  const host = await (await HostPage.open(context, await withOwnApp(stack, APP))).ready()
  await host.logIn(address)
  await changeDisk(host, 'later')
  void host.call('signMessage', { message: 'hello' })
  await host.approve()
  await expect(host.alert).toContainText('stored by a newer version')
  expect(await recordVersions(host)).toEqual([99])
})

test('the account sets a passcode, and recovers the wallet by it on a device that lost it', async ({
  context,
  stack,
  address,
}) => {
  // Argon2id three times, each as long as on a person's machine.
  test.slow()
  const host = await (await HostPage.open(context, await withOwnApp(stack, APP))).ready()
  await host.logIn(address)
  const wallet = await addressOf(host)
  const account = host.call('openAccount', { screen: 'security' })
  await expect(host.frame.getByText('Automatic: logging in opens your wallet')).toBeVisible()
  await host.button('Change recovery').click()
  await field(host, 'Passcode').fill(PASSCODE)
  await field(host, 'Repeat the passcode').fill(PASSCODE)
  await host.button('Set passcode').click()
  await expect(host.frame.getByText('A new device asks for your recovery passcode.')).toBeVisible()
  await host.button('Close').click()
  expect(await account).toMatchObject({ ok: true })

  await changeDisk(host, 'cleared')
  const again = host.call('openAccount', { screen: 'security' })
  await host.button('Recover wallet').click()
  await field(host, 'Passcode').fill('battery horse correct')
  await host.button('Open wallet').click()
  await expect(host.alert).toContainText('isn’t this wallet’s recovery passcode')
  await field(host, 'Passcode').fill(PASSCODE)
  await host.button('Open wallet').click()
  await expect(host.frame.getByText('A new device asks for your recovery passcode.')).toBeVisible()
  await host.button('Close').click()
  expect(await again).toMatchObject({ ok: true })
  expect(await signs(host, wallet)).toBe(true)
})
