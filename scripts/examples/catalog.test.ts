import { describe, expect, it } from 'vitest'
import { EXAMPLES, exampleEnvironment, findExample } from './catalog.mjs'

describe('which example is meant', () => {
  it.each(Object.keys(EXAMPLES))('%s', name => {
    expect(findExample(name)).toBe(name)
  })

  it.each([
    ['nxt', 'next'],
    ['vite', 'vite-wagmi'],
    ['svelte-kit', 'sveltekit'],
    ['privy', 'moved-from-privy'],
  ])('not "%s", and the nearest is named', (written, nearest) => {
    expect(() => findExample(written)).toThrow(
      `There is no example "${written}". Did you mean "${nearest}"? The examples are next, vite-wagmi, sveltekit, express-backend, moved-from-privy, shop.`,
    )
  })

  it('not what is a name of JavaScript’s own', () => {
    expect(() => findExample('constructor')).toThrow(
      'There is no example "constructor". The examples are next,',
    )
  })

  it('none, and all are named', () => {
    expect(() => findExample(undefined)).toThrow(
      'Name an example, e.g. `npm run example -- next`. The examples are next,',
    )
  })
})

it('the secret is in no variable that a framework gives to pages', () => {
  const env = exampleEnvironment({
    port: 4400,
    walletOrigin: 'http://localhost:4401',
    appId: 'app_demo',
    appSecret: 'the-secret',
  })
  const withSecret = Object.entries(env).filter(([, value]) => value.includes('the-secret'))
  expect(withSecret).toEqual([['VITRINE_APP_SECRET', 'the-secret']])
  expect(env).toMatchObject({
    PORT: '4400',
    NEXT_PUBLIC_VITRINE_ORIGIN: 'http://localhost:4401',
    VITE_VITRINE_APP_ID: 'app_demo',
    PUBLIC_VITRINE_APP_ID: 'app_demo',
  })
})
