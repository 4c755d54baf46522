import type { BrowserContext } from '@playwright/test'
import { type CloudKit, startCloudKit } from '@vitrine/shared/wallet/testing/cloudkit.ts'
import { type GoogleDrive, startGoogleDrive } from '@vitrine/shared/wallet/testing/google-drive.ts'
import { type Hex, verifyMessage } from 'viem'
import { allow } from '../fixtures/clouds.ts'
import { changeDisk } from '../fixtures/device-disk.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import type { Stack } from '../fixtures/stack.ts'
import { test as base, expect } from '../fixtures/test.ts'
import { addAuthenticator } from '../fixtures/virtual-authenticator.ts'

const OPTIONS = ['user-passcode', 'google-drive', 'icloud', 'passkey', 'recovery-encryption-key'] as const

interface Clouds {
  readonly drive: GoogleDrive
  readonly cloudKit: CloudKit
}

const test = base.extend<{ clouds: Clouds; app: Stack }>({
  clouds: async ({ stack }, use) => {
    const callback = `${stack.wallet.origin}/oauth/callback`
    const drive = await startGoogleDrive({ redirectUri: callback })
    const cloudKit = await startCloudKit({ callbackUrl: callback })
    await use({ drive, cloudKit })
    await Promise.all([drive.stop(), cloudKit.stop()])
  },
  app: async ({ stack, clouds: { drive, cloudKit } }, use) => {
    const app = await withOwnApp(stack, {
      embedded_wallet_config: {
        mode: 'legacy-embedded-wallets-only',
        ethereum: { create_on_login: 'all-users' },
        user_owned_recovery_options: OPTIONS,
        google_drive_url: drive.url,
        icloud: cloudKit.icloud,
      },
    })
    const { client_id, client_secret, authorization_endpoint, token_endpoint } = drive.client
    await stack.wallet.commandWith(
      client_secret,
      ...['recovery', 'set', app.app.id, 'google-drive', '--client-id', client_id],
      ...['--authorization-endpoint', authorization_endpoint, '--token-endpoint', token_endpoint],
    )
    await use(app)
  },
})

async function loggedIn(context: BrowserContext, app: Stack, address: string) {
  const host = await (await HostPage.open(context, app)).ready()
  const { user } = await host.logIn(address)
  return { host, user, wallet: user.wallet?.address as Hex }
}

/** In the host page's stead: a library that knows nothing of the wallet says whether the signature is the address's. */
async function signature(host: HostPage, address: Hex, opens: () => Promise<void>) {
  const signing = host.call<{ signature: Hex }>('signMessage', { message: 'hello' })
  await opens()
  await host.approve()
  const outcome = await signing
  if (!outcome.ok) throw new Error(outcome.error.message)
  return verifyMessage({ address, message: 'hello', signature: outcome.value.signature })
}

const row = (host: HostPage, name: string) => host.frame.getByRole('button', { name: new RegExp(`^${name}`) })

/** Presses, and says in the cloud's own window who the person is there. */
async function throughCloud(context: BrowserContext, host: HostPage, cloud: string, account: string) {
  const opening = context.waitForEvent('page')
  await host.button(`Continue with ${cloud}`).click()
  await allow(await opening, account)
}

for (const { cloud, method } of [
  { cloud: 'Google Drive', method: 'google-drive' },
  { cloud: 'iCloud', method: 'icloud' },
])
  test(`${cloud} opens the wallet on a device that lost it, and is refused a second time`, async ({
    context,
    app,
    address,
  }) => {
    test.slow()
    const { host, wallet } = await loggedIn(context, app, address)
    const setting = host.call('setWalletRecovery')
    await row(host, cloud).click()
    await host.confirm(address)
    await throughCloud(context, host, cloud, 'ada@cloud.example')
    expect(await setting).toMatchObject({ ok: true, value: { recoveryMethod: method } })
    await expect(host.page.getByRole('dialog')).toBeHidden()

    const again = host.call('setWalletRecovery')
    await row(host, cloud).click()
    await expect(host.alert).toContainText('keeps your recovery already')
    await host.button('Close').click()
    expect((await again).ok).toBe(false)

    await changeDisk(host, 'cleared')
    const opens = () => throughCloud(context, host, cloud, 'ada@cloud.example')
    expect(await signature(host, wallet, opens)).toBe(true)
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
  expect(await signature(host, wallet, () => host.button('Use the passkey').click())).toBe(true)
})

test('the site’s own key opens the wallet, and its backend alone enters it', async ({
  context,
  app,
  address,
}) => {
  test.slow()
  const { host, user, wallet } = await loggedIn(context, app, address)
  const recoveryKey = Buffer.alloc(32, 7).toString('base64')
  const enter = async (secret: string) => {
    const response = await fetch(`${app.wallet.origin}/api/v1/users/${user.id}/recovery_key`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${app.app.id}:${secret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ recovery_key: recoveryKey }),
    })
    return response.status
  }
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
  expect(await signature(host, wallet, opens)).toBe(true)
})
