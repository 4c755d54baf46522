import { expect, it } from 'vitest'
import { BUDGETS, type Budget, codeOf, KERNEL, LOGIN, measureSizes } from './scripts/sizes/sizes.ts'

const sizes = measureSizes()

it.each(Object.keys(BUDGETS) as Budget[])('%s stays within its budget of gzipped bytes', name => {
  expect(sizes[name]).toBeGreaterThan(0)
  expect(sizes[name]).toBeLessThanOrEqual(BUDGETS[name])
})

// Each by what its code cannot do without.
it.each([
  ['phone numbers', 'login/sms/login-card.tsx', 'country_calling_codes'],
  ['the phone login', 'login/sms/login-card.tsx', '/passwordless_sms/authenticate'],
  ['the passkey login', 'login/passkey/card.tsx', '/passkeys/authenticate'],
  ['passkeys', '../node_modules/@simplewebauthn/browser/esm/index.js', 'navigator.credentials'],
  ['captchas', 'captcha/run-check.ts', '/captcha/challenge'],
  ['signing', 'wallet/operations.ts', '/rpc'],
])('the code of %s is not behind the login screen, but comes when it is used', (_, entry, mark) => {
  expect(codeOf([entry]).includes(mark)).toBe(true)
  expect(codeOf(LOGIN).includes(mark)).toBe(false)
})

it('what dapps ask on every page is answered without the code of approvals, reads and transactions', () => {
  const entry = ['provider/ethereum/request.ts']
  expect(codeOf(entry).includes('wallet_getPermissions')).toBe(true)
  for (const [later, mark] of [
    ['provider/ethereum/methods.ts', 'eth_getLogs'],
    ['provider/ethereum/transactions.ts', 'maxFeePerBlobGas'],
    ['provider/ethereum/sign-typed-data.ts', 'EIP712Domain'],
  ] as const) {
    expect(codeOf([later]).includes(mark)).toBe(true)
    expect(codeOf(entry).includes(mark)).toBe(false)
  }
})

it('the passkey window loads nothing of the kernel, which would start in it and take its place', () => {
  const mark = '/sessions'
  expect(codeOf(KERNEL).includes(mark)).toBe(true)
  expect(codeOf(['login/passkey/window/main.ts']).includes(mark)).toBe(false)
})
