// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, it } from 'vitest'
import { Avatar } from './avatar.tsx'
import { ChainMark, CoinMark } from './mark.tsx'

const ADA = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const SOLANA = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'

beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  document.body.replaceChildren()
})

async function draw(element: ReactNode) {
  const root = document.createElement('div')
  document.body.append(root)
  await act(async () => createRoot(root).render(element))
  return root
}

const coin = { symbol: 'USDC', token: ADA, isVouchedFor: true, logoUrl: null, size: 32 }

it('an address has one picture, whatever the case of its letters; Solana’s letters count', async () => {
  const drawn = async (address: string) => (await draw(<Avatar address={address} size={40} />)).innerHTML
  expect(await drawn(ADA)).toBe(await drawn(ADA.toLowerCase()))
  expect(await drawn(SOLANA)).not.toBe(await drawn(SOLANA.toLowerCase()))
})

it('addresses that are alike at both ends do not look alike', async () => {
  const twin = `${ADA.slice(0, 6)}${'1'.repeat(32)}${ADA.slice(-4)}`
  const drawn = async (address: string) => (await draw(<Avatar address={address} size={40} />)).innerHTML
  expect(await drawn(twin)).not.toBe(await drawn(ADA))
})

it('every mark is decoration, for its name stands beside it', async () => {
  const root = await draw(
    <>
      <Avatar address={SOLANA} size={40} />
      <CoinMark {...coin} />
      <CoinMark {...coin} symbol="???" />
      <ChainMark chain={{ type: 'ethereum', id: 8453, name: 'Base' }} size={20} />
      <ChainMark chain={{ type: 'ethereum', id: 31_337, name: 'Anvil' }} size={20} />
    </>,
  )
  const marks = [...root.querySelectorAll('svg')]
  expect(marks).toHaveLength(5)
  expect(marks.every(mark => mark.getAttribute('aria-hidden') === 'true')).toBe(true)
})

it('a symbol alone earns no mark: what nobody vouches for has its letter', async () => {
  expect((await draw(<CoinMark {...coin} />)).innerHTML).toContain('#2775ca')
  const claimed = await draw(<CoinMark {...coin} isVouchedFor={false} />)
  expect(claimed.innerHTML).not.toContain('#2775ca')
  expect(claimed.textContent).toBe('U')
})

it.each([
  ['\u202eCDSU', 'C'],
  ['👩‍👩‍👧', '?'],
  ['', '?'],
  ['__proto__', 'P'],
  ['constructor', 'C'],
])('a hostile symbol %j is one letter', async (symbol, letter) => {
  expect((await draw(<CoinMark {...coin} symbol={symbol} />)).textContent).toBe(letter)
})

it('a picture that does not load is the mark', async () => {
  const root = await draw(<CoinMark {...coin} logoUrl="https://cdn.example/gone.png" />)
  const image = root.querySelector('img')
  expect(image?.alt).toBe('')
  await act(async () => image?.dispatchEvent(new Event('error')))
  expect(root.querySelector('img')).toBeNull()
  expect(root.innerHTML).toContain('#2775ca')
})
