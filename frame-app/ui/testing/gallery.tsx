import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { fakeNetworks } from '../../approval/testing/fake-network.ts'
import { SCENES as APPROVALS } from '../../approval/testing/scenes.ts'
import { mount } from '../../requests/mount.tsx'
import type { ScreenRequest } from '../../requests/registry.ts'
import { bringLaterWords, speak } from '../../words/language.ts'
import type { Operations } from '../kernel-context.ts'
import { emailCalls, fakeKernel, user, wallet } from './fake-kernel.ts'

/**
 * Every screen with a kernel without a server, for looking at: `npx vite frame-app --config vite.config.ts`, then
 * `/ui/testing/gallery.html?screen=sign-message&theme=dark&lang=ar`. Not part of any build.
 */
const query = new URLSearchParams(location.search)
const screen = query.get('screen') ?? 'login'

const forever = <T,>() => new Promise<T>(() => {})
const fail = async () => {
  throw clientError('service_unavailable', 'You’re offline. Check your connection and try again.')
}

const denied = (code: 'allowlist_rejected' | 'max_accounts_reached') => ({
  calls: emailCalls({
    authenticate: async () => {
      throw clientError(code, 'This address is not on the list.')
    },
  }),
})

const SCENES: Record<string, Partial<Operations>> = {
  'login-sending': { calls: emailCalls({ sendCode: forever }) },
  'login-failed': { calls: emailCalls({ sendCode: fail }) },
  'code-refused': {
    calls: emailCalls({
      authenticate: async () => {
        throw clientError('invalid_credentials', 'That code is not right. You have 4 tries left.')
      },
    }),
  },
  'code-checking': { calls: emailCalls({ authenticate: forever }) },
  'code-offline': { calls: emailCalls({ authenticate: fail }) },
  denied: denied('allowlist_rejected'),
  'denied-own': denied('allowlist_rejected'),
  'denied-limit': denied('max_accounts_reached'),
  creating: { createWalletsOnLogin: forever },
  'creating-failed': { createWalletsOnLogin: fail },
  'sign-busy': { signMessage: forever },
  'sign-failed': { signMessage: fail },
}

const approval = APPROVALS[screen]

const kernel = fakeKernel({
  ...(approval && { ethereum: async () => fakeNetworks(approval.network) }),
  operations: SCENES[screen] ?? {},
  app: {
    sms_auth: true,
    whatsapp_enabled: true,
    passkey_auth: true,
    guest_auth: true,
    require_users_accept_terms: screen === 'terms',
    ...(screen === 'denied-own' && {
      allowlist_config: {
        error_title: 'Members only',
        error_detail: 'Lumen Goods opens to everyone in spring. Until then, ask your team for an invitation.',
        cta_text: 'Join the waitlist',
        cta_link: 'https://lumen.example/join',
      },
    }),
  },
  ...(screen === 'login-more' && {
    config: {
      login: {
        primary: [{ method: 'passkey' }, { method: 'email' }],
        overflow: [{ method: 'sms' }, { method: 'guest' }],
        groupPriority: 'web2-first',
      },
    },
  }),
  ...(query.has('last') && { lastLogin: query.get('last') === 'passkey' ? 'passkey' : 'email' }),
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
  if (name.startsWith('link') || name.startsWith('update')) {
    const [kind, method] = name.split('-') as ['link' | 'update', 'email' | 'sms' | 'passkey']
    return { id: '1', kind, way: { method }, prefill: '' }
  }
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

const dates = { firstVerifiedAt: new Date(0), latestVerifiedAt: new Date(0) }
await bringLaterWords()
await speak({ tags: [query.get('lang') ?? 'en'], overrides: {} }, document.documentElement)
if (screen !== 'account-empty' && !screen.startsWith('login'))
  kernel.setSession({
    status: 'authenticated',
    user: {
      ...user,
      hasAcceptedTerms: screen !== 'terms',
      linkedAccounts: [
        { type: 'email', address: 'ada.lovelace@analytical-engines.example', ...dates },
        { type: 'phone', number: '+44 20 7946 0958', ...dates },
        { type: 'passkey', credentialId: 'abc', enrolledInMfa: false, ...dates },
      ],
    },
    wallets: [wallet, { ...wallet, address: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B', walletIndex: 1 }],
  })
mount(document.getElementById('root') ?? document.body, kernel)
kernel.show(approval?.request ?? requestOf(screen))
