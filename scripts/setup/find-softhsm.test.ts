import { expect, test } from 'vitest'
import { findSoftHsm, type SoftHsmMachine } from './find-softhsm.mjs'

const LIBRARY = '/usr/lib/softhsm/libsofthsm2.so'

function machine(has: readonly string[], changes: Partial<SoftHsmMachine> = {}) {
  const there = new Set(has)
  const installs = { count: 0 }
  const on: SoftHsmMachine = {
    ...{ env: {}, isRoot: true, isDebian: true },
    isThere: path => there.has(String(path)),
    async installByDebian() {
      installs.count++
      there.add(LIBRARY)
    },
    ...changes,
  }
  return { on, installs }
}

test('the one that is named or there is taken, and nothing is installed', async () => {
  const { on, installs } = machine(['/my.so', LIBRARY])
  expect(await findSoftHsm(on)).toBe(LIBRARY)
  expect(await findSoftHsm({ ...on, env: { SOFTHSM2_MODULE: '/my.so' } })).toBe('/my.so')
  await expect(findSoftHsm({ ...on, env: { SOFTHSM2_MODULE: '/none.so' } })).rejects.toThrow('is not there')
  expect(installs.count).toBe(0)
})

test('root on Debian gets it by its package', async () => {
  const { on, installs } = machine([])
  expect(await findSoftHsm(on)).toBe(LIBRARY)
  expect(installs.count).toBe(1)
})

test.each([{ isRoot: false }, { isDebian: false }])(
  '%j: nothing is installed, and what to do is said',
  async changes => {
    const { on, installs } = machine([], changes)
    await expect(findSoftHsm(on)).rejects.toThrow('needs SoftHSM')
    expect(installs.count).toBe(0)
  },
)
