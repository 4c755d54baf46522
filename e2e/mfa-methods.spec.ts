import type { Locator } from '@playwright/test'
import type { Hex } from 'viem'
import { HostPage, type LoginValue } from './fixtures/host-page.ts'
import { press } from './fixtures/keyboard.ts'
import { withOwnApp } from './fixtures/own-app.ts'
import {
  CUSTODIES,
  card,
  confirmBy,
  enrollApp,
  expectSigned,
  MFA_METHODS,
  MFA_TITLE,
  type Phone,
  row,
  saveCodes,
} from './fixtures/second-factor.ts'
import { expect, test } from './fixtures/test.ts'
import { addAuthenticator, NO_AUTOFILL } from './fixtures/virtual-authenticator.ts'

/** Somebody without a pointer, whose wallet asks for a second step. */
interface Person {
  readonly host: HostPage
  readonly address: string
  readonly number: string
  /** Of a factor: one address gets only so many messages in ten minutes. */
  readonly mailbox: string
  press(target: Locator): Promise<void>
  type(text: string): Promise<void>
  phone?: Phone
  codes: readonly string[]
}

type Surface = 'dialog' | 'account'

interface Factor {
  /** As the page names it. */
  readonly method: 'totp' | 'sms' | 'email' | 'passkey'
  readonly row: string
  /** From the list to its recovery codes. */
  enroll(me: Person, surface: Surface): Promise<void>
  /** At the question. */
  prove(me: Person): Promise<void>
}

const app = {
  method: 'totp',
  row: 'Authenticator app',
  async enroll(me) {
    me.phone = await enrollApp(me.host, me.press, me.address)
  },
  async prove(me) {
    await expect(me.host.code).toBeFocused()
    await me.host.page.keyboard.type(me.phone?.code() ?? '')
  },
} as const satisfies Factor

const FACTORS: Readonly<Record<string, Factor>> = {
  'an authenticator app': app,
  'a text message': {
    method: 'sms',
    row: 'Text message',
    async enroll(me) {
      await me.press(row(me.host, 'Text message'))
      await expect(me.host.phone).toBeFocused()
      await me.host.page.keyboard.type(me.number)
      await me.host.page.keyboard.press('Enter')
      await confirmBy(me.host, me.press, me.address)
      await me.type(await me.host.stack.phones.waitForCode(me.number))
    },
    async prove(me) {
      await me.press(row(me.host, 'Send a code to'))
      await me.type(await me.host.stack.phones.waitForCode(me.number))
    },
  },
  'an email': {
    method: 'email',
    row: 'Email',
    async enroll(me) {
      await me.press(row(me.host, 'Email'))
      await expect(me.host.email).toBeFocused()
      await me.host.page.keyboard.type(me.mailbox)
      await me.host.page.keyboard.press('Enter')
      await confirmBy(me.host, me.press, me.address)
      await me.type(await me.host.stack.mailbox.waitForCode(me.mailbox))
    },
    async prove(me) {
      await me.press(row(me.host, 'Send a code to'))
      await me.type(await me.host.stack.mailbox.waitForCode(me.mailbox))
    },
  },
  'a passkey': {
    method: 'passkey',
    row: 'Passkey',
    async enroll(me, surface) {
      await me.press(row(me.host, 'Passkey'))
      await me.press(me.host.button('Create a new passkey'))
      await me.press(me.host.button('Create a passkey'))
      // In the account who has just logged in links it without another proof.
      if (surface === 'dialog') await confirmBy(me.host, me.press, me.address)
      await expect(me.host.frame.getByRole('checkbox')).toBeChecked()
      await me.press(me.host.button('Save'))
      await confirmBy(me.host, me.press, me.address)
    },
    async prove(me) {
      await me.press(me.host.button('Use a passkey'))
    },
  },
  'a recovery code': {
    ...app,
    async prove(me) {
      await me.press(me.host.button('Try another way'))
      await me.press(row(me.host, 'Recovery code'))
      const [code = '', ...rest] = me.codes
      me.codes = rest
      await expect(me.host.frame.getByRole('textbox', { name: 'Recovery code' })).toBeFocused()
      await me.host.page.keyboard.type(code)
      await me.host.page.keyboard.press('Enter')
    },
  },
}

/**
 * Each factor once: a proof is the same for both custodies (`auth-server/mfa`), and which custody asks when is what the rows
 * take turns in, as the surfaces do that add and remove.
 */
const ROWS = Object.entries(FACTORS).map(([name, factor], index) => ({
  ...{ name, factor },
  custody: index % 2 === 0 ? ('at the server' as const) : ('on the device' as const),
  adds: index % 4 < 2 ? ('dialog' as const) : ('account' as const),
}))

/** Opens the list of second steps in the account. */
const openList = async ({ host, press: go }: Person, verb: 'Set up' | 'Manage') => {
  void host.call('openAccount', { screen: 'security' })
  await go(host.button(`${verb} two-step verification`))
}

const close = async ({ host }: Person) => {
  await host.page.keyboard.press('Escape')
  await host.dialog.waitFor({ state: 'hidden' })
}

async function add(me: Person, factor: Factor, surface: Surface) {
  const { host } = me
  const enrolling = surface === 'dialog' ? host.call<{ user: object }>('enrollMfa') : null
  if (!enrolling) await openList(me, 'Set up')
  await factor.enroll(me, surface)
  me.codes = await saveCodes(host, me.press)
  const told = factor.method === 'email' ? [] : [factor.method]
  if (enrolling) expect(await enrolling).toMatchObject({ ok: true, value: { user: { mfaMethods: told } } })
  else {
    await expect(row(host, factor.row)).toContainText('On')
    await close(me)
  }
}

async function remove(me: Person, factor: Factor, surface: Surface) {
  const { host } = me
  const removing = surface === 'dialog' ? host.call<{ user: object }>('unenrollMfa', factor.method) : null
  if (!removing) {
    await openList(me, 'Manage')
    await me.press(row(host, factor.row))
    // Of passkeys there can be more: what removes all of them stands below the list.
    if (factor.method === 'passkey') await me.press(host.button('Remove'))
  }
  await expect(card(host)).toContainText('Remove this second step?')
  await expect(card(host)).toContainText('It’s your last one.')
  await me.press(host.button('Remove'))
  await confirmBy(host, me.press, me.address)
  if (removing) expect(await removing).toMatchObject({ ok: true, value: { user: { mfaMethods: [] } } })
  else {
    await expect(row(host, factor.row)).not.toContainText('On')
    await close(me)
  }
}

/** A page that is loaded anew has no proof. */
async function sign(
  { host, press: go }: Person,
  custody: keyof typeof CUSTODIES,
  prove?: () => Promise<void>,
) {
  await host.page.reload()
  await host.ready()
  const signing = host.call<{ signature: Hex }>('signMessage', { message: 'hello' })
  // A key on the device takes a share before there is something to approve.
  const asks = async () => {
    if (!prove) return
    await expect(card(host)).toContainText(MFA_TITLE)
    await prove()
  }
  if (custody === 'on the device') await asks()
  await go(host.button('Approve'))
  if (custody === 'at the server') await asks()
  return signing
}

for (const { name, factor, custody, adds } of ROWS) {
  const removes = adds === 'dialog' ? 'account' : 'dialog'
  test(`by keyboard: ${name} guards a wallet ${custody}: added in the ${adds}, demanded, proven, and removed in the ${removes}`, async ({
    context,
    stack,
    address,
    number,
    keep,
  }) => {
    test.slow()
    const { own } = await keep(`app with second steps ${custody}`, async () => ({
      own: await withOwnApp(stack, { ...MFA_METHODS, ...CUSTODIES[custody] }),
      stop: async () => {},
    }))
    const host = await (await HostPage.open(context, own, { initScript: NO_AUTOFILL })).ready()
    if (factor.method === 'passkey') await addAuthenticator(host.page)
    const { user }: LoginValue = await host.logIn(address)
    const me: Person = {
      ...{ host, address, number, mailbox: `factor-${address}`, codes: [] },
      press: target => press(host, target),
      async type(text) {
        await expect(host.code).toBeFocused()
        await host.page.keyboard.type(text)
      },
    }

    await add(me, factor, adds)
    await expectSigned(await sign(me, custody, () => factor.prove(me)), user.wallet?.address)
    await remove(me, factor, removes)
    await expectSigned(await sign(me, custody), user.wallet?.address)
  })
}
