import type { BrowserContext } from '@playwright/test'
import { MFA_TOKEN_HEADER } from '@vitrine/shared/api/headers.ts'
import { Secret } from 'otpauth'
import { expectNoViolations } from './fixtures/axe.ts'
import { listenForCanaries } from './fixtures/canaries.ts'
import { HostPage, type HostPageOptions } from './fixtures/host-page.ts'
import { withOwnApp } from './fixtures/own-app.ts'
import {
  CUSTODIES,
  card,
  click,
  enrollApp,
  expectSigned,
  MFA_METHODS,
  MFA_TITLE,
  row,
  saveCodes,
} from './fixtures/second-factor.ts'
import { collectHostSide, findSecrets, RECORD_MESSAGES } from './fixtures/secret-watch.ts'
import type { Stack } from './fixtures/stack.ts'
import { expect, test } from './fixtures/test.ts'
import { addAuthenticator, NO_AUTOFILL } from './fixtures/virtual-authenticator.ts'

const open = async (context: BrowserContext, app: Stack, options?: HostPageOptions) =>
  (await HostPage.open(context, app, options)).ready()

test('an authenticator app guards a wallet at the server, and who has the login alone moves nothing', async ({
  context,
  stack,
  address,
}) => {
  test.slow()
  const app = await withOwnApp(stack, { ...MFA_METHODS, ...CUSTODIES['at the server'] })
  const host = await open(context, app)
  const { user } = await host.logIn(address)
  const wallet = user.wallet?.address

  const enrolling = host.call('enrollMfa')
  await expectNoViolations(host)
  const phone = await enrollApp(host, click, address)
  await expectNoViolations(host)
  const codes = await saveCodes(host)
  expect(await enrolling).toMatchObject({ ok: true, value: { user: { mfaMethods: ['totp'] } } })

  // A page that is loaded anew has no proof.
  await host.page.reload()
  await host.ready()
  const signing = host.sign('hello')
  await expect(card(host)).toContainText('Enter the 6-digit code from your authenticator app')
  await expectNoViolations(host)
  await host.code.fill('000000')
  await expect(host.alert).toContainText('That code isn’t right.')
  await host.code.fill(phone.code())
  await expectSigned(await signing, wallet)
  // Who just proved one is not asked again.
  await expectSigned(await host.sign('hello'), wallet)

  // Somebody has the mailbox, and with it the login.
  const other = await context.browser()?.newContext()
  if (!other) throw new Error('no browser')
  const thief = await open(other, app)
  expect((await thief.logIn(address)).user.id).toBe(user.id)
  const stolen = thief.sign('hello')
  await expect(card(thief)).toContainText(MFA_TITLE)
  await thief.button('Close').click()
  expect(await stolen).toMatchObject({ ok: false, error: { code: 'user_rejected', data: { eipCode: 4001 } } })
  const removing = thief.call('unenrollMfa', 'totp')
  await thief.button('Remove').click()
  await thief.confirm(address)
  await expect(card(thief)).toContainText(MFA_TITLE)
  await thief.button('Close').click()
  await expect(thief.alert).toContainText('You didn’t confirm with your second step')
  await thief.button('Close').click()
  expect(await removing).toMatchObject({ ok: false, error: { code: 'mfa_canceled' } })

  // The tokens of the session in another browser are without the device's key.
  const tokens = await host.walletFrame().evaluate(() => ({ ...localStorage }))
  await thief.walletFrame().evaluate(kept => Object.assign(localStorage, kept), tokens)
  await thief.reloadFrame()
  const copied = thief.call('signMessage', { message: 'hello' })
  await Promise.race([copied, thief.approve().catch(() => {})])
  await thief
    .button('Close')
    .click({ timeout: 5_000 })
    .catch(() => {})
  expect(await copied).toMatchObject({ ok: false })
  await other.close()

  // Whoever lost the phone has the codes, each once.
  await host.page.reload()
  await host.ready()
  const byCode = host.sign('hello')
  await host.button('Try another way').click()
  await row(host, 'Recovery code').click()
  await host.frame.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '')
  await host.button('Confirm').click()
  await expectSigned(await byCode, wallet)
})

test('text messages and mails: added in the account, proven in the dialog, and one removed by proof of the other', async ({
  context,
  stack,
  address,
  number,
}) => {
  test.slow()
  // Of its own: one address gets only so many messages in ten minutes.
  const factor = `factor-${address}`
  const app = await withOwnApp(stack, { ...MFA_METHODS, ...CUSTODIES['at the server'] })
  const host = await open(context, app)
  const { user } = await host.logIn(address)
  void host.call('openAccount', { screen: 'security' })
  await host.button('Set up two-step verification').click()
  await row(host, 'Text message').click()
  await host.phone.fill(number)
  await host.button('Continue').click()
  await host.confirm(address)
  await expect(card(host)).toContainText('It will then protect your wallet')
  await host.code.fill(await stack.phones.waitForCode(number))
  await saveCodes(host)
  await expect(row(host, 'Text message')).toContainText('On')

  // The next one takes the first.
  await row(host, 'Email').click()
  await host.email.fill(factor)
  await host.button('Continue').click()
  await host.confirm(address)
  await host.button('Close').waitFor()
  await host.frame.getByRole('button', { name: /^Send a code to/ }).click()
  await host.code.fill(await stack.phones.waitForCode(number))
  await host.code.fill(await stack.mailbox.waitForCode(factor))
  await expect(row(host, 'Email')).toContainText('On')
  await host.button('Close').click()

  await host.page.reload()
  await host.ready()
  const signing = host.sign('hello')
  await host.button('Try another way').click()
  await row(host, 'Email').click()
  await host.frame.getByRole('button', { name: /^Send a code to/ }).click()
  await host.code.fill(await stack.mailbox.waitForCode(factor))
  await expectSigned(await signing, user.wallet?.address)

  const removing = host.call('unenrollMfa', 'sms')
  await host.button('Remove').click()
  await host.confirm(address)
  expect(await removing).toMatchObject({ ok: true, value: { user: { mfaMethods: [] } } })
})

test('a passkey as a factor, where the page asks by itself: its call is refused and told, and goes through after `promptMfa`', async ({
  context,
  stack,
  address,
}) => {
  test.slow()
  const app = await withOwnApp(stack, { ...MFA_METHODS, ...CUSTODIES['at the server'] })
  const host = await open(context, app, {
    config: { mfa: { noPromptOnMfaRequired: true } },
    initScript: NO_AUTOFILL,
  })
  await addAuthenticator(host.page)
  const { user } = await host.logIn(address)
  const enrolling = host.call('enrollMfa')
  await row(host, 'Passkey').click()
  await host.button('Create a new passkey').click()
  await host.button('Create a passkey').click()
  await host.confirm(address)
  await expect(host.frame.getByRole('checkbox')).toBeChecked()
  await host.button('Save').click()
  await host.confirm(address)
  await saveCodes(host)
  const enrolled = await enrolling
  expect(enrolled).toMatchObject({ ok: true, value: { user: { mfaMethods: ['passkey'] } } })
  expect(JSON.stringify(enrolled)).toContain('"enrolledInMfa":true')

  await host.page.reload()
  await host.ready()
  const told = host.evaluate('return await new Promise(resolve => vitrine.on("mfaRequired", resolve))')
  expect(await host.sign('hello')).toMatchObject({ ok: false, error: { code: 'missing_or_invalid_mfa' } })
  expect(await told).toEqual({ ok: true, value: { mfaMethods: ['passkey'] } })
  const prompted = host.call('promptMfa')
  await host.button('Use a passkey').click()
  expect(await prompted).toMatchObject({ ok: true })
  await expectSigned(await host.sign('hello'), user.wallet?.address)
})

test('codes, the secret of an app, recovery codes and proofs reach neither the page nor, in the clear, the server', async ({
  context,
  stack,
  address,
}) => {
  test.slow()
  const app = await withOwnApp(stack, { ...MFA_METHODS, ...CUSTODIES['at the server'] })
  const page = await context.newPage()
  const proofs = new Set<string>()
  const urls: string[] = []
  const listener = listenForCanaries(page)
  page.on('request', async request => {
    urls.push(request.url())
    const proof = (await request.allHeaders())[MFA_TOKEN_HEADER]
    if (proof) proofs.add(proof)
  })
  const host = await open(context, app, { page, initScript: RECORD_MESSAGES })
  await host.logIn(address)
  void host.call('enrollMfa')
  const phone = await enrollApp(host, click, address)
  const recovery = await saveCodes(host)
  await host.page.reload()
  await host.ready()
  const typed = phone.code()
  const signing = host.sign('hello')
  await host.code.fill(typed)
  expect((await signing).ok).toBe(true)
  expect((await host.sign('hello')).ok).toBe(true)
  expect(proofs.size).toBeGreaterThan(0)

  const { secret } = phone
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const groups = (text: string, between: string) => (text.match(/.{4}/g) ?? []).join(between)
  const written = [secret, secret.toLowerCase(), groups(secret, ' '), Secret.fromBase32(secret).hex]
  const codes = recovery.flatMap(code => [code, code.replaceAll('-', '')])
  const named = (what: string, texts: Iterable<string>) =>
    [...texts].map((it, at) => [`${what} ${at}`, it] as const)
  expect(
    await listener.find(stack, [
      ...named('secret', written),
      ...named('recovery code', codes),
      ...named('proof', proofs),
    ]),
  ).toEqual([])
  // Six digits stand in many a heap by chance.
  const { messages = [], storage = [] } = await collectHostSide(page)
  expect(messages.length).toBeGreaterThan(0)
  expect(findSecrets(new Map([['code', typed]]), { messages, storage, urls })).toEqual([])
})
