import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { type Hex, verifyMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { ar } from '../../frame-app/words/ar.ts'
import { bundle } from '../fixtures/bundle.ts'
import { authenticatorApp } from '../fixtures/second-factor.ts'
import { expect } from '../fixtures/test.ts'
import {
  addProvider,
  declareJourneys,
  ethereumCall,
  journey,
  type Login,
  logIn,
  PASSCODE,
  type Signature,
  solanaCall,
  walletsOf,
} from './journey.ts'
import { ACT, button, type Outcome, settle, succeeded, Visitor } from './visitor.ts'

/** Approves in the frame, and has an independent library verify the signature. */
async function signsEthereum(
  visitor: Visitor,
  message: string,
  { before = async () => {}, after = async () => {} } = {},
) {
  const signing = await visitor.act<Signature>(ethereumCall(message))
  await before()
  await visitor.press('Approve')
  await after()
  await expectSignature(visitor, message, signing())
}
async function expectSignature(visitor: Visitor, message: string, signing: Promise<Outcome<Signature>>) {
  const { signature } = await succeeded(signing)
  const wallet = (await walletsOf(visitor)).find(it => it.chainType === 'ethereum')
  expect(await verifyMessage({ address: wallet?.address as Hex, message, signature })).toBe(true)
}
async function signsSolana(visitor: Visitor, message: string) {
  const signing = await visitor.act<readonly number[]>(solanaCall(message))
  await visitor.press('Approve')
  const signature = Uint8Array.from(await succeeded(signing()))
  const wallet = (await walletsOf(visitor)).find(it => it.chainType === 'solana')
  const key = base58.decode(wallet?.address ?? '')
  expect(ed25519.verify(signature, new TextEncoder().encode(message), key)).toBe(true)
}

/** Goes to a control by Tab alone. */
async function tabTo({ tab }: Visitor, where: 'page' | 'frame', control: string) {
  for (let step = 0; step < 24; step++) {
    if (await tab.run(where, `return document.hasFocus() && document.activeElement === ${control}`)) return
    await tab.type('\t')
  }
  throw new Error(`Tab does not reach ${control}`)
}
/** Makes a call by the page's button, without a pointer. */
const actByKeyboard = <T>(visitor: Visitor, call: string) =>
  visitor.act<T>(call, async () => {
    await tabTo(visitor, 'page', ACT)
    await visitor.tab.type('\n')
  })

/** At the provider the user says who they are, and agrees. */
async function enterAtProvider(visitor: Visitor, where: 'page' | 'window') {
  await visitor.until(where, 'document.querySelector("input[name=who]")')
  const who = JSON.stringify(`ada-${crypto.randomUUID()}`)
  await visitor.tab.run(where, `document.querySelector('input[name=who]').value = ${who}`)
  await visitor.press('Agree', where)
}

journey('log in by email', async ({ device, app, address }) => {
  const visitor = await Visitor.open(await device(), await app('keys at the server'))
  const { user, loginMethod } = await logIn(visitor, address)
  expect(loginMethod).toBe('email')
  expect(user.linkedAccounts).toContainEqual(expect.objectContaining({ type: 'email', address }))
  const wallets = await walletsOf(visitor)
  expect(wallets.map(it => it.chainType).sort()).toEqual(['ethereum', 'solana'])
  await visitor.closed()
  await visitor.page('await vitrine.logout()')
  await visitor.load()
  expect(await visitor.page('return vitrine.state.authenticated')).toBe(false)
})

journey('log in with a passkey', async ({ device, app }) => {
  const visitor = await Visitor.open(
    await device({ hasAuthenticator: true }),
    await app('keys at the server'),
  )
  const enter = async (choice: string) => {
    const login = await visitor.act<Login>('vitrine.login()')
    await visitor.choose('Continue with a passkey')
    await visitor.press(choice)
    return succeeded(login())
  }
  const first = await enter('Create a passkey')
  await visitor.closed()
  await visitor.page('await vitrine.logout()')
  expect(await enter('Log in with a passkey')).toMatchObject({
    loginMethod: 'passkey',
    user: { id: first.user.id },
  })
})

journey('log in at a provider in a window', async ({ device, app, keep }) => {
  const social = await app('keys at the server')
  await keep('the provider', () => addProvider(social))
  const visitor = await Visitor.open(await device(), social)
  const login = await visitor.act<Login>('vitrine.login()')
  await visitor.choose('Continue with Bank')
  await expect.poll(() => visitor.tab.windows()).toBe(1)
  await enterAtProvider(visitor, 'window')
  expect(await succeeded(login())).toMatchObject({ loginMethod: 'custom:bank' })
  await expect.poll(() => visitor.tab.windows()).toBe(0)
})

journey('log in at a provider without a window', async ({ device, app, keep }) => {
  const social = await app('keys at the server')
  await keep('the provider', () => addProvider(social))
  // Within an app the login screen has no provider unless the site says so.
  const visitor = await Visitor.open(await device({ windows: 'blocked' }), social, {
    head: '<script>window.vitrineConfig = { allowOAuthInEmbeddedBrowsers: true }</script>',
  })
  await visitor.act<Login>('vitrine.login()')
  await visitor.choose('Continue with Bank')
  // Within an app the page goes at once; elsewhere the user is asked, after the window that did not open.
  const holds = (where: 'page' | 'frame', expression: string) =>
    visitor.tab.run<boolean>(where, `return Boolean(${expression})`).catch(() => false)
  const hasLeft = () => holds('page', 'document.querySelector("input[name=who]")')
  await expect
    .poll(async () => (await hasLeft()) || holds('frame', button('Continue in this page')))
    .toBe(true)
  if (!(await hasLeft())) await visitor.press('Continue in this page')
  await enterAtProvider(visitor, 'page')
  // The provider sends the whole page back.
  await expect.poll(() => visitor.page('return location.href').catch(() => '')).toBe(visitor.url)
  await visitor.ready()
  await visitor.until('page', 'vitrine.state.user?.linkedAccounts.some(({ type }) => type === "custom:bank")')
})

journey('log in with a wallet of one’s own', async ({ device, app }) => {
  const script = (await bundle('engines/own-wallet.ts')).replaceAll('</script', '<\\/script')
  const visitor = await Visitor.open(await device(), await app('keys at the server'), {
    head: `<script>${script}</script>`,
  })
  const login = await visitor.act<Login>('vitrine.login()')
  await visitor.choose('Continue with a wallet')
  await visitor.press('Fox')
  expect(await succeeded(login())).toMatchObject({ loginMethod: 'siwe' })
})

journey('log in by keyboard alone', async ({ device, app, address }) => {
  const visitor = await Visitor.open(await device(), await app('keys at the server'))
  const login = await actByKeyboard<Login>(visitor, 'vitrine.login()')
  await visitor.type('Email', `${address}\n`)
  await visitor.type('Verification code', await visitor.stack.mailbox.waitForCode(address))
  expect(await succeeded(login())).toMatchObject({ loginMethod: 'email' })
})

journey('log in right to left', async ({ device, app, address }) => {
  const visitor = await Visitor.open(await device(), await app('keys at the server'), {
    tag: 'data-locale="ar"',
  })
  const login = await visitor.act<Login>('vitrine.login()')
  await visitor.fill(ar['email.label'], `${address}\n`)
  expect(await visitor.tab.run('frame', 'return getComputedStyle(document.body).direction')).toBe('rtl')
  await visitor.fill(ar['code.label'], await visitor.stack.mailbox.waitForCode(address))
  expect(await succeeded(login())).toMatchObject({ loginMethod: 'email' })
})

journey('log in inline', async ({ device, app, address }) => {
  const visitor = await Visitor.open(await device(), await app('keys at the server'), {
    body: '<section id="place" style="inline-size: 26rem; max-inline-size: 100%"></section>',
  })
  const place = () =>
    visitor.page(`const dialog = document.querySelector('dialog.vitrine')
      if (!dialog || getComputedStyle(dialog).visibility === 'hidden') return 'nowhere'
      return dialog.matches(':modal') ? 'above' : dialog.parentElement.id`)
  const login = await visitor.act<Login>(
    'vitrine.showInline(document.getElementById("place")).then(() => vitrine.login())',
  )
  await visitor.until('frame', 'document.querySelector("input[type=email]")')
  await expect.poll(place).toBe('place')
  await visitor.enterEmail(address)
  expect(await succeeded(login())).toMatchObject({ loginMethod: 'email' })
  await expect.poll(place).toBe('nowhere')
})

journey('sign with keys at the server', async ({ loggedIn }) => {
  const { visitor } = await loggedIn('keys at the server')
  await signsEthereum(visitor, 'hello')
  await signsSolana(visitor, 'hello')
})

journey('sign with keys on the device', async ({ loggedIn }) => {
  const { visitor } = await loggedIn('keys on the device')
  for (const wallet of await walletsOf(visitor)) {
    expect(wallet).toMatchObject({ recoveryMethod: 'user-passcode' })
    expect(wallet.id).toBeUndefined()
  }
  await signsEthereum(visitor, 'hello')
  await signsSolana(visitor, 'hello')
})

journey('approve in a window', async ({ loggedIn }) => {
  const { visitor } = await loggedIn('approvals in windows')
  const signing = await visitor.act<Signature>(ethereumCall('in a window'))
  await expect.poll(() => visitor.tab.windows()).toBe(1)
  await visitor.sees(new URL(visitor.url).origin, 'window')
  expect(await visitor.tab.run('frame', `return Boolean(${button('Approve')})`)).toBe(false)
  await visitor.press('Approve', 'window')
  await expectSignature(visitor, 'in a window', signing())
  await expect.poll(() => visitor.tab.windows()).toBe(0)
})

journey('approve by keyboard alone', async ({ loggedIn }) => {
  const { visitor } = await loggedIn('keys at the server')
  const signing = await actByKeyboard<Signature>(visitor, ethereumCall('by keyboard'))
  await visitor.until('frame', `${button('Approve')}?.disabled === false`)
  await tabTo(visitor, 'frame', button('Approve'))
  await visitor.tab.type('\n')
  await expectSignature(visitor, 'by keyboard', signing())
})

journey('recover on a new device', async ({ loggedIn, device }) => {
  const { visitor, address } = await loggedIn('keys on the device')
  const known = await walletsOf(visitor)
  const other = await Visitor.open(await device(), visitor.stack)
  const login = await other.act<Login>('vitrine.login()')
  await other.enterEmail(address)
  await succeeded(login())
  expect((await walletsOf(other)).map(it => it.address)).toEqual(known.map(it => it.address))
  await signsEthereum(other, 'recovered', {
    before: async () => {
      await other.sees('Open your wallet here')
      await other.fill('Passcode', PASSCODE)
      await other.press('Open wallet')
    },
  })
})

journey('confirm by a second factor', async ({ device, app, address }) => {
  const visitor = await Visitor.open(await device(), await app('keys at the server'))
  await logIn(visitor, address)
  const enrolling = await visitor.act('vitrine.enrollMfa()')
  await visitor.press(/^Authenticator app/)
  await visitor.confirm(address)
  await visitor.until('frame', 'document.querySelector("code")')
  const phone = authenticatorApp(
    await visitor.tab.run('frame', 'return document.querySelector("code").textContent'),
  )
  await visitor.press('Continue')
  await visitor.fill('Verification code', phone.code())
  await visitor.press('I saved them')
  expect(await succeeded(enrolling())).toMatchObject({ user: { mfaMethods: ['totp'] } })
  // A page that is loaded anew has no proof.
  await visitor.load()
  await signsEthereum(visitor, 'guarded', {
    after: async () => {
      await visitor.sees('Enter the 6-digit code from your authenticator app')
      await visitor.fill('Verification code', phone.code())
    },
  })
})

journey('export a key', async ({ loggedIn }) => {
  const { visitor, address } = await loggedIn('keys at the server')
  const wallet = (await walletsOf(visitor)).find(it => it.chainType === 'ethereum')
  const exporting = await visitor.act(`vitrine.exportWallet({ address: ${JSON.stringify(wallet?.address)} })`)
  await visitor.press(/^Private key/)
  await visitor.confirm(address)
  await visitor.press('Show', 'secrets')
  await visitor.until('secrets', button('Hide'))
  const key = await visitor.tab.run<string>(
    'secrets',
    'return document.querySelector(\'[role=group][aria-label="Private key"]\').textContent',
  )
  expect(privateKeyToAccount(key.trim() as Hex).address).toBe(wallet?.address)
  await visitor.press('Close')
  expect(await exporting()).toMatchObject({ ok: true })
})

journey('stay logged in after a reload', async ({ loggedIn }) => {
  const { visitor } = await loggedIn('keys on the device')
  const id = await visitor.page('return vitrine.state.user.id')
  await visitor.load()
  expect(await visitor.page('return vitrine.state.user?.id')).toBe(id)
  await signsEthereum(visitor, 'after a reload')
})

journey('use two tabs', async ({ device, app, address }) => {
  const own = await device()
  const first = await Visitor.open(own, await app('keys at the server'))
  await logIn(first, address)
  const second = await Visitor.open(own, first.stack)
  expect(await second.page('return vitrine.state.user?.id')).toBe(
    await first.page('return vitrine.state.user.id'),
  )
  await signsEthereum(second, 'in the second tab')
  await first.tab.show()
  await signsEthereum(first, 'in the first tab')
  await first.page('await vitrine.logout()')
  await second.tab.show()
  await second.until('page', 'vitrine.state.authenticated === false')
})

journey('log in where storage is blocked', async ({ device, app, address }) => {
  const visitor = await Visitor.open(await device({ storage: 'blocked' }), await app('keys at the server'))
  await logIn(visitor, address)
  const isBlocked = 'try { return !localStorage } catch { return true }'
  expect(await visitor.tab.run('frame', isBlocked)).toBe(true)
  await signsEthereum(visitor, 'without storage')
  await visitor.load()
  expect(await visitor.page('return vitrine.state.authenticated')).toBe(true)
})

journey('approve where the browser blocks a pop-up', async ({ device, app, address }) => {
  const visitor = await Visitor.open(await device({ hasNoPress: true }), await app('approvals in windows'))
  await logIn(visitor, address)
  // The page asks without a press of the user: those of the login were on the page before.
  await visitor.load()
  await visitor.page(
    `window.outcome = undefined; setTimeout(() => { ${settle(ethereumCall('without a press'))} })`,
  )
  await visitor.until('frame', button('Open wallet'))
  expect(await visitor.tab.windows()).toBe(0)
  await visitor.press('Open wallet')
  await expect.poll(() => visitor.tab.windows()).toBe(1)
  await visitor.press('Approve', 'window')
  await expectSignature(visitor, 'without a press', visitor.outcome())
  await expect.poll(() => visitor.tab.windows()).toBe(0)
})

journey('learn that no window opens', async ({ device, app, address }) => {
  const visitor = await Visitor.open(await device({ windows: 'blocked' }), await app('approvals in windows'))
  await logIn(visitor, address)
  const signing = await visitor.act(ethereumCall('no window'))
  await visitor.press('Open wallet')
  await visitor.sees('The browser blocked the window. Allow pop-ups for this site')
  await visitor.press('Open wallet')
  await visitor.sees('Your browser can’t open the wallet.')
  await visitor.press('Close')
  expect(await signing()).toEqual({ ok: false, code: 'approval_window_blocked' })
})

const ISOLATED = {
  headers: {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
  },
}

journey('approve on a COOP and COEP page', async ({ loggedIn }) => {
  const { visitor } = await loggedIn('approvals in windows', ISOLATED)
  expect(await visitor.page('return crossOriginIsolated')).toBe(true)
  const signing = await visitor.act<Signature>(ethereumCall('isolated'))
  await visitor.press('Open wallet')
  await visitor.press('Approve', 'window')
  await expectSignature(visitor, 'isolated', signing())
  await expect.poll(() => visitor.tab.windows()).toBe(0)
})

/** Loads the window's document again; what it showed is gone. */
const reloadWindow = ({ tab }: Visitor) =>
  tab.run('window', 'setTimeout(() => location.reload()); document.body.replaceChildren()')

journey('load an approval window again', async ({ loggedIn }) => {
  const { visitor } = await loggedIn('approvals in windows')
  const signing = await visitor.act<Signature>(ethereumCall('loaded again'))
  await expect.poll(() => visitor.tab.windows()).toBe(1)
  await visitor.sees('loaded again', 'window')
  await reloadWindow(visitor)
  await visitor.press('Approve', 'window')
  await expectSignature(visitor, 'loaded again', signing())
  await expect.poll(() => visitor.tab.windows()).toBe(0)
})

journey('load a window again that a COOP page has cut off', async ({ loggedIn }) => {
  const { visitor } = await loggedIn('approvals in windows', ISOLATED)
  const signing = await visitor.act<Signature>(ethereumCall('cut off'))
  await visitor.press('Open wallet')
  await visitor.sees('cut off', 'window')
  await reloadWindow(visitor)
  // Its review was given out once, so it has nothing to approve.
  await expect.poll(() => visitor.tab.windows()).toBe(0)
  await visitor.press('Open wallet')
  await visitor.press('Approve', 'window')
  await expectSignature(visitor, 'cut off', signing())
  await expect.poll(() => visitor.tab.windows()).toBe(0)
})

journey('leave a page under its approval window', async ({ loggedIn }) => {
  const { visitor } = await loggedIn('approvals in windows')
  await visitor.act(ethereumCall('left'))
  await expect.poll(() => visitor.tab.windows()).toBe(1)
  await visitor.sees('left', 'window')
  await visitor.load()
  await expect.poll(() => visitor.tab.windows()).toBe(0)
})

declareJourneys()
