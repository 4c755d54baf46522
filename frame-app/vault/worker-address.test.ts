import { expect, test } from 'vitest'
import { onlyThe } from './worker-address.ts'

const createScriptURL = onlyThe('/assets/worker/worker-abc.js')

test('lets the vault through', () => {
  expect(createScriptURL('/assets/worker/worker-abc.js')).toBe('/assets/worker/worker-abc.js')
})

test.each(['/assets/worker/worker-abc.js?x', '/assets/worker/../evil.js', 'data:text/javascript,1', ''])(
  'refuses %j',
  address => {
    expect(() => createScriptURL(address)).toThrow(TypeError)
  },
)
