import { WITH_MOTION } from '../fixtures/browser.ts'
import { expect, test } from '../fixtures/test.ts'

test.use(WITH_MOTION)

/** Another code than the right one. */
const wrong = (code: string, step = 1) => String((Number(code) + step) % 1_000_000).padStart(6, '0')

test('the mailed code logs a new person in, and the next time a known one', async ({ host, address }) => {
  const first = await host.logIn(address)
  expect(first).toMatchObject({
    isNewUser: true,
    wasAlreadyAuthenticated: false,
    loginMethod: 'email',
    loginAccount: { type: 'email', address },
    user: { email: { address } },
  })
  expect(await host.events()).toEqual(expect.arrayContaining(['ready', 'open', 'login', 'close']))

  await host.call('logout')
  const again = await host.logIn(address)
  expect(again).toMatchObject({ isNewUser: false, user: { id: first.user.id } })
})

test('an address is the same in capitals and with spaces around it', async ({ host, address }) => {
  const { user } = await host.logIn(address)
  await host.call('logout')
  const login = host.call('login')
  await host.email.fill(` ${address.toUpperCase()} `)
  await host.button('Continue').click()
  await host.code.fill(await host.stack.mailbox.waitForCode(address))
  expect(await login).toMatchObject({ ok: true, value: { isNewUser: false, user: { id: user.id } } })
})

test('login() of someone who is logged in resolves at once', async ({ host, address }) => {
  const { user } = await host.logIn(address)
  expect(await host.call('login')).toMatchObject({
    ok: true,
    value: { wasAlreadyAuthenticated: true, user: { id: user.id } },
  })
  await expect(host.dialog).toBeHidden()
})

test('an address that is none is refused beside the field', async ({ host }) => {
  void host.call('login')
  await host.email.fill('ada@nowhere')
  await host.button('Continue').click()
  await expect(host.alert).toBeVisible()
  await expect(host.email).toBeFocused()
})

test('a wrong code is told, and the right one still works', async ({ host, address }) => {
  const login = host.call('login')
  const code = await host.askForCode(address)
  await host.code.fill(wrong(code))
  await expect(host.alert).toContainText(/4|four/i)
  await host.code.fill(code)
  expect(await login).toMatchObject({ ok: true, value: { isNewUser: true } })
})

test('the sixth try is refused, even with the right code; a new code helps', async ({ host, address }) => {
  const login = host.call('login')
  const code = await host.askForCode(address)
  for (let step = 1; step <= 5; step++) {
    const answer = host.page.waitForResponse(/\/passwordless\/authenticate$/)
    await host.code.fill(wrong(code, step))
    expect((await answer).status()).toBe(422)
    await expect(host.alert).toBeVisible()
  }
  const answer = host.page.waitForResponse(/\/passwordless\/authenticate$/)
  await host.code.fill(code)
  expect((await answer).status()).toBe(422)
  await expect(host.alert).toContainText(/ask for a new one/i)

  await host.button('Back').click()
  await host.code.fill(await host.askForCode(address))
  expect(await login).toMatchObject({ ok: true })
})

test('an expired code is refused with what to do', async ({ host, address, stack }) => {
  void host.call('login')
  const code = await host.askForCode(address)
  await stack.query(
    `update one_time_codes set expires_at = expires_at - interval '10 minutes' where address = $1`,
    [address],
  )
  await host.code.fill(code)
  await expect(host.alert).toContainText(/ask for a new one/i)
})

test('a code works once', async ({ host, address, stack }) => {
  const used = host.page.waitForRequest(/\/passwordless\/authenticate$/)
  await host.logIn(address)
  const request = await used
  const again = await fetch(request.url(), {
    method: 'POST',
    headers: { ...(await request.allHeaders()), origin: stack.wallet.origin },
    body: request.postData(),
  })
  expect(again.status).toBeGreaterThanOrEqual(400)
  const sessions = await stack.query(
    `select s.id from sessions s join accounts a on a.user_id = s.user_id where a.subject = $1`,
    [address],
  )
  expect(sessions).toHaveLength(1)
})

test('a site that wants no sign-up gets none', async ({ host, address, stack }) => {
  void host.call('login', { disableSignup: true })
  await host.code.fill(await host.askForCode(address))
  await expect(host.alert).toBeVisible()
  expect(await stack.query('select id from accounts where subject = $1', [address])).toEqual([])
})

test('closing the dialog ends the call with exited_auth_flow', async ({ host }) => {
  const login = host.call('login')
  await host.button('Close').click()
  expect(await login).toMatchObject({ ok: false, error: { type: 'client_error', code: 'exited_auth_flow' } })
  await expect(host.dialog).toBeHidden()
})

test('the page hears how far the login is, and nothing of what was typed', async ({ host, address }) => {
  const flows = await host.hearFlows()
  const left = host.call('login')
  await host.askForCode(address)
  await host.button('Close').click()
  await left
  const steps = ['initial', 'sending-code', 'awaiting-code-input']
  const heard = (statuses: string[]) => statuses.map(status => ({ flow: 'email', status }))
  expect(await flows()).toEqual(heard([...steps, 'initial']))
  await host.logIn(`+${address}`)
  expect(await flows()).toEqual(heard([...steps, 'initial', ...steps, 'submitting-code', 'done']))
})
