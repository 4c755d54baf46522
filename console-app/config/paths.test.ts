import { expect, it } from 'vitest'
import { merged, split, valueAt, withValue } from './paths.ts'

const config = { name: 'Shop', wallets: { mode: 'server', icloud: null }, chains: [1] }

it('takes a config apart and puts it together again', () => {
  const { form, rest } = split(config, ['name', 'wallets.mode', 'funding.methods'])
  expect(form).toEqual({ name: 'Shop', wallets: { mode: 'server' } })
  expect(rest).toEqual({ wallets: { icloud: null }, chains: [1] })
  expect(merged(form, rest)).toEqual(config)
})

it('changes one place and leaves the order of the others', () => {
  expect(JSON.stringify(withValue(config, 'name', 'Blog'))).toBe(JSON.stringify({ ...config, name: 'Blog' }))
  expect(withValue(config, 'funding.methods', ['x'])).toEqual({ ...config, funding: { methods: ['x'] } })
  expect(withValue({ a: { b: 1 } }, 'a.b', undefined)).toEqual({})
})

it('sees only what the config itself has', () => {
  expect(valueAt(config, 'wallets.mode')).toBe('server')
  for (const path of ['constructor', 'wallets.toString', 'name.length', 'chains.0'])
    expect(valueAt(config, path)).toBeUndefined()
})
