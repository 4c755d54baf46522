// @vitest-environment jsdom
import { expect, test } from 'vitest'
import './main.ts'

const WORDS = 'test test test test test test test test test test test junk'
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

const text = () => document.body.textContent ?? ''

function press(name: string): void {
  const button = [...document.querySelectorAll('button')].find(it => it.textContent === name)
  if (!button) throw new Error(`There is no button “${name}”.`)
  button.click()
}

const field = () => document.querySelector('textarea') ?? never()
const never = () => {
  throw new Error('There is no field.')
}

function open(): void {
  field().value = WORDS
  press('Open wallets')
  expect(text()).toContain(ADDRESS)
}

function type(values: Readonly<Record<string, string>>): void {
  for (const [id, value] of Object.entries(values)) {
    const input = document.getElementById(id)
    if (input instanceof HTMLInputElement) input.value = value
    else never()
  }
}

test('keys that are shown are hidden when the person looks at something else', () => {
  open()
  expect(text()).not.toContain(KEY)
  press('Show private key')
  expect(text()).toContain(KEY)
  Object.defineProperty(document, 'hidden', { configurable: true, value: true })
  document.dispatchEvent(new Event('visibilitychange'))
  expect(text()).not.toContain(KEY)
  expect(text()).toContain(ADDRESS)
  press('Clear everything')
})

test('a page that is left forgets what was opened and what was typed', () => {
  open()
  window.dispatchEvent(new Event('pagehide'))
  expect(text()).not.toContain(ADDRESS)
  field().value = WORDS
  window.dispatchEvent(new Event('pagehide'))
  expect(field().value).toBe('')
})

test('what was reviewed is what is signed, with what is unusual about it said before', () => {
  open()
  press('Sign a transfer')
  type({ to: ADDRESS.toLowerCase(), amount: '1', nonce: '0', maxFee: '30000' })
  press('Review')
  expect(text()).toContain('Send 1 ETH')
  expect(text()).toContain('0.63 ETH')
  expect(text()).toContain('This fee is unusually high.')
  expect(text()).toContain('This sends to the same wallet.')
  expect(text()).toContain('This address has no checksum.')
  press('Change')
  type({ to: ADDRESS.replace('f39F', 'f39f') })
  press('Review')
  expect(text()).toContain('A character in this address is wrong. Copy it again.')
  expect(document.activeElement?.id).toBe('to')
  press('Clear everything')
})

test('no browser’s service checks or completes what is typed', () => {
  expect(field().getAttribute('spellcheck')).toBe('false')
  expect(field().getAttribute('autocomplete')).toBe('off')
})
