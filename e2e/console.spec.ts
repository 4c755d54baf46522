import type { Browser } from '@playwright/test'
import { expectNoViolationsOn } from './fixtures/axe.ts'
import { ConsolePage, type ConsoleStack, Receiver, startConsole } from './fixtures/console.ts'
import { HostPage } from './fixtures/host-page.ts'
import { editApp } from './fixtures/own-app.ts'
import { expect, test } from './fixtures/test.ts'

/** The operator's console as a person uses it: all of it by keys alone. */

test.slow()

/** Somebody logs in to the site, in a browser of their own. @returns the address of the wallet that they got */
async function aPersonComes({ stack }: ConsoleStack, browser: Browser, address: string): Promise<string> {
  const theirs = await browser.newContext()
  const host = await (await HostPage.open(theirs, stack)).ready()
  const { user } = await host.logIn(address)
  await theirs.close()
  if (!user.wallet) throw new Error('The login made no wallet')
  return user.wallet.address
}

test('an operator comes in by the link, sees the dialog of a config while they edit it, and saves what they saw', async ({
  page,
  keep,
}) => {
  const { stack, invite, origin } = await keep<ConsoleStack>('console', startConsole)
  const link = await invite('Grace Hopper', '--apps', stack.app.id, '--role', 'manager')
  const console = await ConsolePage.enrol(page, link)
  const { main, dialog } = console
  await expect(page).toHaveURL(`${origin}/`)
  await console.press(page.getByRole('button', { name: 'Sign out' }))
  await console.press(page.getByRole('button', { name: 'Sign in with a passkey' }))
  await console.press(main.getByRole('link', { name: 'Example shop' }))
  await expect(console.heading('Config of Example shop')).toBeVisible()

  const preview = page.frameLocator('iframe[title="Preview of the dialog"]')
  const state = main.getByRole('status').filter({ hasText: /change|problem|saved/i })
  const save = main.getByRole('button', { name: 'Review and save' })
  await expect(preview.getByText('to continue to Example shop')).toBeVisible()
  await console.write(main.getByRole('textbox', { name: 'Name', exact: true }), 'Lumen & <b>Sons</b>')
  await console.press(main.getByRole('checkbox', { name: 'Guest' }), 'Space')
  await expect(preview.getByText('to continue to Lumen & <b>Sons</b>')).toBeVisible()
  await expect(preview.getByRole('button', { name: 'guest' })).toBeVisible()

  const inside = page.frames().find(frame => frame.url() === `${origin}/preview`)
  const reach = "fetch('/api/v1/console/me').then(() => 'reached', () => 'refused')"
  expect(await inside?.evaluate(`(async () => [self.origin, await ${reach}])()`)).toEqual(['null', 'refused'])

  const logo = main.getByRole('textbox', { name: 'Logo' })
  await console.write(logo, 'lumen.svg')
  await expect(logo).toHaveAccessibleDescription(/./)
  await expect(logo).toHaveAttribute('aria-invalid', 'true')
  await expect(save).toBeDisabled()
  await console.write(logo, '')
  await expect(logo).not.toHaveAttribute('aria-invalid')

  const json = main.getByRole('textbox', { name: 'Everything else, as JSON' })
  const text = await json.inputValue()
  await console.write(json, text.replace('{\n', '{\n  "chains": [],\n'))
  await expect(main.getByRole('button', { name: /^Line \d+/ })).toBeVisible()
  await console.write(json, text.replace('{\n', '{\n  "unheard_of": true,\n'))
  await expect(main.getByRole('button', { name: 'Line 2' })).toBeVisible()
  await console.write(json, text)
  await expect(state).toHaveText('2 changes, not saved yet.')

  await console.open('Users')
  await expect(dialog).toContainText('Leave without saving?')
  await page.keyboard.press('Escape')
  await expect(console.heading('Config of Example shop')).toBeVisible()
  await page.goBack()
  await console.press(dialog.getByRole('button', { name: 'Keep them and leave' }))
  await expect(console.heading('Apps')).toBeVisible()
  await page.goForward()
  await expect(state).toHaveText('2 changes, not saved yet.')

  // Somebody else saves in between.
  await editApp(stack.wallet, stack.app.id, { theme: 'dark', name: 'Theirs' })
  await console.press(save)
  await expect(dialog).toContainText('Confirm with your passkey again')
  await expect(dialog).toContainText('guest_auth')
  await console.press(dialog.getByRole('button', { name: 'Save with a passkey' }))
  await expect(main).toContainText(
    'Somebody else saved meanwhile. Your changes now stand on theirs. You both changed name',
  )
  await console.press(save)
  await expect(dialog.getByRole('listitem')).toHaveText([
    'name"Theirs""Lumen & <b>Sons</b>"',
    'guest_authfalsetrue',
  ])
  await console.press(dialog.getByRole('button', { name: 'Save with a passkey' }))
  await expect(main).toContainText('Saved. The site gets it with its next page load.')
  const told = await (await fetch(`${stack.wallet.origin}/api/v1/apps/${stack.app.id}`)).json()
  expect(told).toMatchObject({ name: 'Lumen & <b>Sons</b>', guest_auth: true, theme: 'dark' })
})

test('an operator finds a person, ends their sessions, notes something, deletes them with their wallet, and the audit tells it', async ({
  page,
  browser,
  keep,
  address,
}) => {
  const console_ = await keep<ConsoleStack>('console', startConsole)
  const { stack } = console_
  const wallet = await aPersonComes(console_, browser, address)
  const link = await console_.invite('Ada Lovelace', '--apps', stack.app.id, '--role', 'manager')
  const console = await ConsolePage.enrol(page, link)
  const { main, dialog } = console
  await console.press(main.getByRole('link').first())
  await console.open('Users')
  await page.keyboard.press('/')
  await page.keyboard.insertText(address)
  await page.keyboard.press('Enter')
  await console.press(main.getByRole('link', { name: address }))
  await expect(console.heading(address)).toBeVisible()
  await expect(main.getByRole('table', { name: 'Wallets' })).toContainText(wallet)

  await console.press(main.getByRole('button', { name: 'End all sessions' }))
  await console.press(dialog.getByRole('button', { name: 'End all sessions' }))
  await expect(main).toContainText('One session ended.')
  await expect(main).toContainText('Not logged in on any device.')

  const hostile = '<img src=x onerror=alert(1)>'
  await console.press(main.getByRole('button', { name: 'Edit metadata' }))
  await console.press(main.getByRole('button', { name: 'Add a row' }))
  await console.write(main.getByRole('textbox', { name: 'Key' }), 'note')
  await console.write(main.getByRole('textbox', { name: 'Value of note' }), hostile)

  // The session ends: nothing that was typed is lost.
  await stack.query('delete from operator_sessions')
  await console.press(main.getByRole('button', { name: 'Save metadata' }))
  await console.press(dialog.getByRole('button', { name: 'Sign in with a passkey' }))
  await expect(dialog).toBeHidden()
  await console.press(main.getByRole('button', { name: 'Save metadata' }))
  await expect(main.getByRole('table', { name: 'Metadata' })).toContainText(hostile)

  const download = page.waitForEvent('download')
  await console.press(main.getByRole('button', { name: 'Export data' }))
  await console.press(dialog.getByRole('button', { name: 'Export with a passkey' }))
  expect((await download).suggestedFilename()).toMatch(/^user_\S+\.json$/)
  await expect(dialog).toBeHidden()

  await console.press(main.getByRole('button', { name: 'Delete user' }))
  const remove = dialog.getByRole('button', { name: 'Delete with a passkey' })
  await expect(remove).toBeDisabled()
  await console.press(dialog.getByRole('checkbox', { name: wallet }), 'Space')
  await console.press(remove)
  await expect(console.heading('Users')).toBeVisible()
  await expect(main).toContainText('No users found')

  await console.open('Audit')
  await console.choose(main.getByRole('combobox', { name: 'By whom' }), 'Operators')
  const done = main.getByRole('table').getByRole('row')
  for (const told of [
    'Ada Lovelace deleted a user',
    'Ada Lovelace took all data of a user out',
    'Ada Lovelace changed a user’s metadata: note',
    'Ada Lovelace ended a session of a user',
    'Ada Lovelace looked at a user',
    'Ada Lovelace searched users by email, 1 found',
  ])
    await expect(done.filter({ hasText: told }).first()).toBeVisible()
})

test('a message that was given up is sent again by a manager, and a viewer sees it without the button', async ({
  page,
  browser,
  keep,
  address,
}) => {
  const console_ = await keep<ConsoleStack>('console', startConsole)
  const receiver = await keep('receiver', Receiver.start)
  const { stack, invite, origin } = console_
  const { id } = stack.app
  await stack.wallet.command('webhook', 'add', id, '--url', receiver.url, '--events', 'user.created')
  const tried = receiver.next()
  await aPersonComes(console_, browser, address)
  await tried
  const rows = () => stack.query('select attempts from webhook_deliveries where attempts > 0')
  await expect.poll(async () => (await rows()).length).toBe(1)
  // What some days of trying come to.
  await stack.query('update webhook_deliveries set next_at = null, failed_at = now()')

  const viewer = await browser.newContext()
  const sees = await ConsolePage.enrol(
    await viewer.newPage(),
    await invite('Vera', '--apps', id, '--role', 'viewer'),
  )
  await sees.page.goto(`${origin}/apps/${id}/webhooks`)
  await sees.press(sees.main.getByRole('button', { name: 'user.created' }))
  await expect(sees.dialog).toContainText('Given up')
  await expect(sees.dialog.getByRole('button')).toHaveText(['', 'Close'])
  await expect(sees.page.getByRole('button', { name: /again$/, includeHidden: true })).toHaveText([
    'Read again',
  ])
  await sees.page.goto(`${origin}/apps/${id}/config`)
  await expect(sees.main.getByRole('textbox', { name: 'Name', exact: true })).toBeDisabled()
  await expect(sees.main.getByRole('button', { name: 'Review and save' })).toBeHidden()
  await viewer.close()

  receiver.status = 204
  const link = await invite('Max', '--apps', id, '--role', 'manager')
  const console = await ConsolePage.enrol(page, link)
  const { main, dialog } = console
  await console.press(main.getByRole('link').first())
  await console.open('Webhooks')
  await console.choose(main.getByRole('combobox', { name: 'Status' }), 'Given up')
  await console.press(main.getByRole('button', { name: 'user.created' }))
  const again = receiver.next()
  await console.press(dialog.getByRole('button', { name: 'Send again' }))
  await expect(main).toContainText('One message is sent again within seconds.')
  await again
  await console.choose(main.getByRole('combobox', { name: 'Status' }), 'All')
  await expect(async () => {
    await console.press(main.getByRole('button', { name: 'Read again' }))
    await expect(main.getByRole('table', { name: 'Deliveries' })).toContainText('Delivered', { timeout: 500 })
  }).toPass()
  await console.open('All activity')
  await expect(main.getByRole('table')).toContainText('Max sent a webhook message again')
})

for (const [scheme, width] of [
  ['light', 1280],
  ['dark', 390],
] as const)
  test.describe(scheme, () => {
    test.use({ colorScheme: scheme, viewport: { width, height: 844 } })

    test(`every screen holds to WCAG, ${scheme} and ${width} px wide`, async ({
      page,
      browser,
      keep,
      address,
    }) => {
      const console_ = await keep<ConsoleStack>('console', startConsole)
      const { stack, invite, origin } = console_
      await aPersonComes(console_, browser, address)
      await page.goto(origin)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
      await expectNoViolationsOn(page)
      const { main } = await ConsolePage.enrol(page, await invite('Grace', '--all-apps', '--role', 'manager'))
      const look = async () => {
        await expect(main.locator('[aria-label$="loading"], [aria-busy="true"]')).toHaveCount(0)
        await expectNoViolationsOn(page)
        const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
        expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0)
      }
      for (const path of [
        '',
        `apps/${stack.app.id}/config`,
        'audit',
        `apps/${stack.app.id}/webhooks`,
        'status',
        'x',
      ]) {
        await page.goto(`${origin}/${path}`)
        await main.getByRole('heading', { level: 1 }).waitFor()
        await look()
      }
      await page.goto(`${origin}/apps/${stack.app.id}/users`)
      await main.getByRole('link', { name: address }).click()
      await main.getByRole('table', { name: 'Sessions' }).waitFor()
      await look()
      await main.getByRole('button', { name: 'Delete user' }).click()
      await expectNoViolationsOn(page)
    })
  })
