import { readFile } from 'node:fs/promises'
import { en } from '../frame-app/words/en.ts'
import { expectNoViolations } from './fixtures/axe.ts'
import { recordVersions } from './fixtures/device-disk.ts'
import { HostPage } from './fixtures/host-page.ts'
import { press, tabTo } from './fixtures/keyboard.ts'
import { withOwnApp } from './fixtures/own-app.ts'
import { RECORD_MESSAGES } from './fixtures/secret-watch.ts'
import { expect, test } from './fixtures/test.ts'

const say = (key: keyof typeof en, app = '') => en[key].replace('{app}', app)

async function open(host: HostPage, row: 'ownData.download' | 'ownData.delete') {
  void host.call('openAccount', { screen: 'devices' })
  await host.button(say(row)).click()
  await host.frame.getByRole('dialog', { name: say(row) }).waitFor()
}

/** What this browser keeps of a user in the wallet origin's storage. */
const keptOf = (host: HostPage, userId: string): Promise<string[]> =>
  host.walletFrame().evaluate(id => Object.keys(localStorage).filter(key => key.includes(id)), userId)

const stateOf = (host: HostPage) =>
  host.evaluate<{ authenticated: boolean; user: { id: string } | null }>('return vitrine.state')

test('a person deletes their account by keyboard: every device is out, and the address makes another user', async ({
  host,
  context,
  stack,
  address,
}) => {
  test.slow()
  const { user } = await host.logIn(address)
  const other = await context.browser()?.newContext()
  if (!other) throw new Error('no browser')
  const phone = await (await HostPage.open(other, stack)).ready()
  await phone.logIn(address)

  await open(host, 'ownData.delete')
  const goOn = host.button(say('action.continue'))
  await expect(goOn).toBeDisabled()
  await expect(host.frame.getByText(say('ownData.keysGone'))).toBeVisible()
  await expectNoViolations(host)
  await tabTo(host, host.frame.getByRole('checkbox', { name: say('ownData.tick') }))
  await host.page.keyboard.press('Space')
  await press(host, goOn)
  await host.confirm(address)
  const deletes = host.button(say('ownData.deleteNow'))
  await expect(deletes).toBeEnabled()
  await expectNoViolations(host)
  await press(host, deletes)
  await host.frame.getByRole('dialog', { name: say('ownData.deleted') }).waitFor()
  await expect(host.frame.getByText(say('ownData.deletedSentence'))).toBeVisible()
  expect(await host.events()).toContain('logout')
  await press(host, host.button(say('action.done')))
  expect(await stateOf(host)).toMatchObject({ value: { authenticated: false } })
  expect(await keptOf(host, user.id)).toEqual([])

  void phone.call('openAccount', { screen: 'activity' })
  expect(await phone.evaluate('return await vitrine.getLoginCode()')).toMatchObject({
    ok: false,
    error: { message: 'This account was deleted.' },
  })
  await expect.poll(() => stateOf(phone)).toMatchObject({ value: { authenticated: false } })
  await other.close()

  expect((await host.logIn(address)).user.id).not.toBe(user.id)
})

test('a wallet on the device goes from its disk; who exports its key first need not tick it', async ({
  context,
  stack,
  address,
}) => {
  test.slow()
  const app = await withOwnApp(stack, {
    embedded_wallet_config: {
      mode: 'legacy-embedded-wallets-only',
      ethereum: { create_on_login: 'users-without-wallets' },
    },
  })
  const host = await (await HostPage.open(context, app)).ready()
  const { user } = await host.logIn(address)
  await expect.poll(() => recordVersions(host)).toHaveLength(1)
  await open(host, 'ownData.delete')
  await host.button(say('ownData.exportFirst')).click()
  await host.frame.getByRole('button', { name: say('export.key') }).click()
  await host.confirm(address)
  await host.button(say('action.done')).click()
  await expect(host.frame.getByText(say('ownData.exported'))).toBeVisible()
  await host.button(say('action.continue')).click()
  await host.confirm(address)
  await host.button(say('ownData.deleteNow')).click()
  await host.frame.getByRole('dialog', { name: say('ownData.deleted') }).waitFor()
  expect(await recordVersions(host)).toEqual([])
  expect(await keptOf(host, user.id)).toEqual([])
})

test('a person saves all that is stored of them; the site’s page can neither ask for it nor read it', async ({
  openHost,
  stack,
  address,
}) => {
  const host = await openHost({ initScript: RECORD_MESSAGES })
  const { user } = await host.logIn(address)
  const asked: string[] = []
  host.page.on('request', request => {
    if (/users\/me\/(export|delete)/.test(request.url())) asked.push(request.url())
  })
  const { origin } = stack.wallet
  for (const path of ['export', 'delete']) {
    const url = `${origin}/api/v1/users/me/${path}`
    expect(
      await host.evaluate(`return await vitrine.fetch(args[0], { method: 'POST' })`, [url]),
    ).toMatchObject({ ok: false })
    // By itself, with what a browser adds: no token, no proof, and the answer is not for this origin.
    const init =
      "{ method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' }, body: '{}' }"
    expect(await host.evaluate(`return (await fetch(args[0], ${init})).status`, [url])).toMatchObject({
      ok: false,
    })
  }
  asked.length = 0

  await open(host, 'ownData.download')
  await expectNoViolations(host)
  const get = host.button(say('ownData.make'))
  await expect(get).toBeEnabled()
  await host.page.evaluate(() => {
    addEventListener('toggle', event => event.stopImmediatePropagation(), { capture: true })
    const cover = document.body.appendChild(document.createElement('div'))
    cover.popover = 'manual'
    cover.id = 'cover'
    cover.style.cssText =
      'position:fixed;inset:0;width:100vw;height:100vh;border:0;background:rgb(255 0 0/1%);pointer-events:none'
    cover.showPopover()
  })
  await expect(get).toBeDisabled()
  await host.page.evaluate(() => document.getElementById('cover')?.remove())
  await get.click()
  await host.confirm(address)
  const saving = host.page.waitForEvent('download')
  await host.button(say('ownData.save')).click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^vitrine-example-shop-\d{4}-\d\d-\d\d\.json$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ format: 1, user_id: user.id })
  for (const part of [address, user.wallet?.address ?? 'no wallet', 'user.data_exported'])
    expect(text).toContain(part)
  expect(asked).toHaveLength(1)
  const heard = await host.page.evaluate(() => JSON.stringify(Reflect.get(window, 'messages') ?? []))
  for (const part of ['user.data_exported', 'not_included']) expect(heard).not.toContain(part)
})
