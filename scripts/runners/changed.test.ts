import { describe, expect, it } from 'vitest'
import { planOf } from './changed.mjs'

const UNIT = [
  'architecture.test.ts',
  'scripts/docs/links.test.ts',
  'frame-app/otp/otp.test.ts',
  'shared/a.test.ts',
]
const SERVER = ['auth-server/main.test.ts', 'auth-server/users/users.test.ts']
const READING = UNIT.slice(0, 2)
const read = (file: string) => (file.endsWith('main.test.ts') ? "from './testing/process-tree.ts'" : '')

const plan = (files: string[], related: string[] = []) =>
  planOf(
    files,
    {
      unit: { all: UNIT, related: related.filter(file => UNIT.includes(file)) },
      server: { all: SERVER, related: related.filter(file => SERVER.includes(file)) },
    },
    read,
  )

describe('what a change can affect', () => {
  it('is everything where how it is built or tested changed', () => {
    for (const file of [
      'package-lock.json',
      'vitest.config.ts',
      'scripts/runners/run.mjs',
      'scripts/setup/build.mjs',
    ])
      expect(plan(['frame-app/otp/otp.ts', file])).toBe('everything')
  })

  it('is a unit test that imports what changed, and those that read files', () => {
    expect(plan(['frame-app/otp/otp.test.ts'], ['frame-app/otp/otp.test.ts'])).toEqual({
      stages: [['types', 'lint'], ['unit']],
      options: { unit: [...READING, 'frame-app/otp/otp.test.ts'], server: [], browser: [] },
    })
  })

  it('is everything that a browser does where the product changed, and the built server where that did', () => {
    expect(plan(['frame-app/otp/otp.ts'])).toMatchObject({
      stages: [['types', 'lint'], ['unit', 'tools'], ['browser'], ['packages']],
      options: { server: [], browser: [] },
    })
    expect(plan(['auth-server/users/find.ts'], ['auth-server/users/users.test.ts'])).toMatchObject({
      stages: [['types', 'lint', 'docs'], ['unit', 'tools', 'server'], ['browser'], ['packages']],
      options: { server: SERVER },
    })
  })

  it('is the changed specs of a browser alone, and all of them where what they share changed', () => {
    expect(plan(['e2e/wallet/send.spec.ts', 'e2e/docs.spec.ts'])).toMatchObject({
      stages: [['types', 'lint'], ['unit'], ['browser']],
      options: { browser: ['wallet/send.spec.ts', 'docs.spec.ts'] },
    })
    expect(plan(['e2e/wallet/send.spec.ts', 'e2e/fixtures/stack.ts'])).toMatchObject({
      options: { browser: [] },
    })
    expect(plan(['e2e/engines/firefox.ts'])).toMatchObject({ stages: [['types', 'lint'], ['unit']] })
  })

  it('is the documentation, and the quick starts that stand in it', () => {
    expect(plan(['docs/embedding.md'])).toMatchObject({
      stages: [['types', 'lint', 'docs'], ['unit', 'tools'], ['packages']],
    })
  })
})
