import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  BUDGETS,
  type Budget,
  codeOf,
  hostPart,
  KERNEL,
  LOGIN,
  laterOf,
  measureSizes,
} from './scripts/sizes/sizes.ts'

const sizes = measureSizes()

it.each(Object.keys(BUDGETS) as Budget[])('%s stays within its budget of gzipped bytes', name => {
  expect(sizes[name]).toBeGreaterThan(0)
  expect(sizes[name]).toBeLessThanOrEqual(BUDGETS[name])
})

it('the README names the sizes of the page’s script', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ')
  const kB = (bytes: number) => `${Math.round(bytes / 1024)} kB`
  expect(readme).toContain(
    `It loads ${kB(sizes.ready)} of script until it is ready, ${kB(sizes.host)} of them first. Solana and the approval window add ${kB(sizes.later)}.`,
  )
})

it.each([
  ['the first script', 'greeting', null],
  ['the first script', 'later', null],
  ['the third script', 'wallets', 'later'],
] as const)('%s carries the hash of the part %s as it was built', (_name, part, by) => {
  const file = hostPart(part)
  const built = (name: string) => readFileSync(new URL(`dist/host/${name}`, import.meta.url))
  const integrity = `sha256-${createHash('sha256').update(built(file)).digest('base64')}`
  const script = built(by ? hostPart(by) : 'vitrine.js').toString()
  // Beside its name: a hash that is given to the wrong file pins nothing.
  expect(script.slice(script.indexOf(file)).slice(file.length, file.length + 100)).toContain(integrity)
})

it('the scripts that tell a page of its old browser have no syntax that this browser cannot read', () => {
  // Static blocks are the only syntax of the build target that Safari 15 cannot read.
  for (const name of ['vitrine.js', hostPart('later')])
    expect(readFileSync(new URL(`dist/host/${name}`, import.meta.url), 'utf8')).not.toMatch(/\bstatic\s*\{/)
})

it('the page loads penpal with the second script, and the module is one file that one hash covers', () => {
  const code = (name: string) => readFileSync(new URL(`dist/host/${name}`, import.meta.url), 'utf8')
  expect(code('vitrine.js')).not.toContain('penpal')
  expect(code(hostPart('greeting'))).toContain('penpal')
  expect(code('vitrine.mjs')).not.toMatch(/\bimport\b[ ({]/)
})

it('no script has what asks the wallets in the page but the one that comes when the frame asks', () => {
  const has = (name: string) =>
    readFileSync(new URL(`dist/host/${name}`, import.meta.url), 'utf8').includes('eth_signTypedData_v4')
  expect(has(hostPart('wallets'))).toBe(true)
  expect(['vitrine.js', hostPart('greeting'), hostPart('later')].filter(has)).toEqual([])
})

// Each by what its code cannot do without.
it.each([
  ['phone numbers', 'login/sms/login-card.tsx', 'country_calling_codes'],
  ['the phone login', 'login/sms/login-card.tsx', '/passwordless_sms/authenticate'],
  ['the passkey login', 'passkey', '/passkeys/authenticate'],
  ['passkeys', '../node_modules/@simplewebauthn/browser/esm/index.js', 'navigator.credentials'],
  ['logins at other companies', 'oauth', '/oauth_flows/status'],
  ['their marks', 'oauth-flow/oauth-logos.tsx', '#ea4335'],
  ['the Farcaster login', 'login/farcaster/card.tsx', '/farcaster/authenticate'],
  ['the wallet list', 'wallet-login/card.tsx', 'rainbow.me/download'],
  ['wallets in the page', 'kernel/wallet-apps.ts', 'wallet_addEthereumChain'],
  ['WalletConnect', 'external-wallets/wallet-connect/wallet-connect.ts', 'wc_sessionPropose'],
  ['captchas', 'captcha/run-check.ts', '/captcha/challenge'],
  ['signing', 'kernel/wallet-operations.ts', '/rpc'],
  ['recoveries', 'recovery/set-recovery-card.tsx', 'appDataFolder'],
  ['what judges passcodes', '../node_modules/@zxcvbn-ts/language-en/dist/index.mjs', 'militaryAlphabet-en'],
])('the code of %s is not behind the login screen, but comes when it is used', (_, entry, mark) => {
  expect(codeOf([entry]).includes(mark)).toBe(true)
  expect(codeOf(LOGIN).includes(mark)).toBe(false)
})

it('the wallets in the page are listed, connected and restored without WalletConnect', () => {
  const entries = ['wallet-login/card.tsx', 'requests/connect-wallet/screen.tsx', 'kernel/wallet-apps.ts']
  expect(codeOf(entries)).not.toContain('wc_sessionPropose')
})

it('an approval on Solana needs nothing of Ethereum’s', () => {
  const read = 'latestRoundData'
  expect(codeOf(['requests/solana-transaction/screen.tsx'])).not.toContain(read)
  expect(codeOf(['portfolio/ethereum/read-chain.ts'])).toContain(read)
})

it.each([...['oauth', 'passkey', 'guest'], ...['login/sms/login-card.tsx', 'login/farcaster/card.tsx']])(
  'a login by %s waits for nothing that is of who is logged in',
  entry => {
    const mark = '/users/me/activity'
    expect(codeOf(['account']).includes(mark)).toBe(true)
    expect(codeOf([entry]).includes(mark)).toBe(false)
  },
)

it('of what the kernel loads, the screens alone bring React', () => {
  const react = 'react.transitional.element'
  const later = laterOf('kernel/main.ts')
  expect(later.length).toBeGreaterThan(10)
  expect(later.filter(entry => codeOf([entry]).includes(react))).toEqual(['screens'])
})

it('a chain is read, and the wallets in the page are asked, without a screen', () => {
  const react = 'react.transitional.element'
  for (const [entry, mark] of [
    ['chain', 'eth_estimateGas'],
    ['kernel/wallet-apps.ts', 'wallet_addEthereumChain'],
  ] as const) {
    expect(codeOf([entry]).includes(mark)).toBe(true)
    expect(codeOf([entry]).includes(react)).toBe(false)
  }
})

it('what dapps ask on every page is answered without the code of approvals, reads and transactions', () => {
  const entry = ['provider']
  expect(codeOf(entry).includes('wallet_getPermissions')).toBe(true)
  for (const [later, mark] of [
    ['methods', 'eth_getLogs'],
    ['provider/ethereum/transactions.ts', 'maxFeePerBlobGas'],
    ['provider/ethereum/sign-typed-data.ts', 'EIP712Domain'],
  ] as const) {
    expect(codeOf([later]).includes(mark)).toBe(true)
    expect(codeOf(entry).includes(mark)).toBe(false)
  }
})

it.each([
  'login/passkey/window/main.ts',
  'login/oauth/window/main.ts',
  'login/oauth/window/callback.ts',
  'recovery/window/main.ts',
])('%s loads nothing of the kernel, which would start in it and take its place', window => {
  const mark = '/sessions'
  expect(codeOf(KERNEL).includes(mark)).toBe(true)
  expect(codeOf([window], 'login-windows').includes(mark)).toBe(false)
})
