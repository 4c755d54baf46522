import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { REPLACED, walletConnectTrimmed } from './trim-wallet-connect.ts'

const PACKAGE = '/somewhere/node_modules/@walletconnect/core/dist/index.js'
type Hook = (...given: unknown[]) => string | null
const { resolveId, load } = walletConnectTrimmed as unknown as { resolveId: Hook; load: Hook }

it('takes the place of a package for WalletConnect’s own alone', () => {
  expect(resolveId('ox', '/somewhere/frame-app/wallet/keys.ts')).toBeNull()
  expect(resolveId('viem', PACKAGE)).toBeNull()
  expect(resolveId('constructor', PACKAGE)).toBeNull()
  expect(load('/somewhere/node_modules/ox/index.js')).toBeNull()
  expect(load(String(resolveId('ox', PACKAGE)))).toBe(REPLACED.ox)
})

it.each(Object.keys(REPLACED))('has every name that WalletConnect takes of %s', source => {
  const named = ['core', 'sign-client', 'utils'].flatMap(name => {
    const file = new URL(`../../node_modules/@walletconnect/${name}/dist/index.js`, import.meta.url)
    return [...readFileSync(file, 'utf8').matchAll(/import([^;"]*)from"([^"]+)"/g)]
      .filter(([, , from]) => from === source)
      .flatMap(([, names = '']) => [
        ...(/^\s*\w/.test(names) ? ['default'] : []),
        ...[...names.matchAll(/[{,]\s*(\w+)/g)].map(([, it = '']) => it),
      ])
  })
  expect(named.length).toBeGreaterThan(0)
  for (const name of named)
    expect(REPLACED[source]).toMatch(
      name === 'default' ? /export default / : new RegExp(`export const ${name} =|${name} = `),
    )
})

const code = `data:text/javascript,${encodeURIComponent(REPLACED['@walletconnect/safe-json'] ?? '')}`
const { safeJsonParse, safeJsonStringify } = await import(/* @vite-ignore */ code)

describe('JSON as the relay and phones write it', () => {
  it('keeps numbers that are too large for a number', () => {
    const id = '1712345678901234567'
    expect(safeJsonParse(`{"id":${id},"few":7,"far":-1.5e3}`)).toEqual({ id: BigInt(id), few: 7, far: -1500 })
    expect(safeJsonParse(safeJsonStringify({ id: BigInt(id) }))).toEqual({ id: BigInt(id) })
  })

  it('leaves texts as they are', () => {
    const text = ':12345678901234567890} \\" "12345678901234567890,'
    expect(safeJsonParse(JSON.stringify({ text }))).toEqual({ text })
    expect([safeJsonParse('odd'), safeJsonStringify('odd')]).toEqual(['odd', 'odd'])
  })

  it.each([
    ['digits', '0'.repeat(2_000_000)],
    ['digits in a text', `"${'0'.repeat(2_000_000)}"`],
    ['quotes without an end', '"'.concat('\\"'.repeat(1_000_000))],
  ])('reads %s in one pass', (_, text) => {
    const begun = performance.now()
    safeJsonParse(text)
    expect(performance.now() - begun).toBeLessThan(5_000)
  })
})
