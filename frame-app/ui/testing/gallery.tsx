import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Operations, ScreenRequest } from '../../kernel/ports.ts'
import { mount } from '../mount.tsx'
import { fakeKernel, loginResult, user, wallet } from './fake-kernel.ts'

/**
 * Every screen with a kernel without a server, for looking at: `npx vite frame-app --config vite.config.ts`, then
 * `/ui/testing/gallery.html?screen=sign-message&theme=dark&dir=rtl`. Not part of any build.
 */
const query = new URLSearchParams(location.search)
const screen = query.get('screen') ?? 'login'

const forever = <T,>() => new Promise<T>(() => {})
const fail = async () => {
  throw clientError('service_unavailable', 'You appear to be offline. Check the connection and try again.')
}

const SCENES: Record<string, Partial<Operations>> = {
  'login-sending': { email: { sendCode: forever, authenticate: forever } },
  'login-failed': { email: { sendCode: fail, authenticate: fail } },
  'code-refused': {
    email: {
      sendCode: async () => {},
      authenticate: async () => {
        throw clientError('invalid_credentials', 'That code is not right. You have 4 tries left.')
      },
    },
  },
  'code-checking': { email: { sendCode: async () => {}, authenticate: forever } },
  'code-offline': { email: { sendCode: async () => {}, authenticate: fail } },
  creating: { createWalletsOnLogin: forever },
  'creating-failed': { createWalletsOnLogin: fail },
  'sign-busy': { signMessage: forever },
  'sign-failed': { signMessage: fail },
}

const kernel = fakeKernel({
  operations: {
    email: { sendCode: async () => {}, authenticate: async () => loginResult },
    ...SCENES[screen],
  },
  appearance: {
    theme: query.get('theme') ?? 'light',
    accentColor: query.get('accent'),
    termsUrl: 'https://shop.example/terms',
    privacyUrl: 'https://shop.example/privacy',
  },
  hostOrigin: 'https://lumen.example',
})

const ORDER = `Order 1042 at Lumen Goods

1 × Desk lamp, brass
Total: 89.00 EUR

By signing you confirm this order.`

const PHISHING = `bank.example wants you to sign in with your Ethereum account:
${wallet.address}

Sign in to the bank.

URI: https://bank.example
Version: 1
Chain ID: 1
Nonce: 32891756
Issued At: 2026-01-01T00:00:00.000Z`

const MESSAGES: Record<string, Partial<Extract<ScreenRequest, { kind: 'sign-message' }>>> = {
  'sign-danger': { message: PHISHING },
  'sign-hidden': { message: 'Pay 10\u202e 001 EUR\u200b to \u2066alice\u2069 👩‍👩‍👧' },
  'sign-hash': { message: `0x${'f5'.repeat(32)}`, encoding: 'hex' },
  'sign-hex': { message: '0x48656c6c6f2c20776f726c64', encoding: 'hex' },
  'sign-long': { message: 'A long agreement. '.repeat(200) },
  'sign-options': {
    uiOptions: {
      title: 'Confirm your order',
      description: 'We keep this as proof of your order.',
      buttonText: 'Place order',
      isCancellable: false,
    },
  },
}

function requestOf(name: string): ScreenRequest {
  if (name.startsWith('account')) return { id: '1', kind: 'account' }
  if (name.startsWith('sign'))
    return {
      id: '1',
      kind: 'sign-message',
      wallet,
      message: ORDER,
      encoding: 'utf-8',
      uiOptions: {},
      ...MESSAGES[name],
    }
  return { id: '1', kind: 'login', options: {} }
}

document.documentElement.dir = query.get('dir') ?? 'ltr'
if (screen !== 'account-empty')
  kernel.setSession({
    status: 'authenticated',
    user,
    wallets: [wallet, { ...wallet, address: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B', walletIndex: 1 }],
  })
mount(document.getElementById('root') ?? document.body, kernel)
kernel.show(requestOf(screen))
