import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
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
