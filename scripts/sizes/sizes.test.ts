import { expect, it } from 'vitest'
import { filesOf } from './sizes.ts'

const manifest = {
  'kernel/main.ts': { file: 'kernel.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'shared.js', imports: ['kernel/main.ts'] },
  'ui/mount.tsx': { file: 'mount.js', imports: ['_shared.js'], css: ['mount.css'] },
  '_x1.js': { file: 'x1.js', name: 'screens', imports: ['_shared.js'] },
}

it('follows static imports and styles, and counts a shared chunk once', () => {
  expect([...filesOf(manifest, ['kernel/main.ts', 'ui/mount.tsx'])].sort()).toEqual([
    'kernel.js',
    'mount.css',
    'mount.js',
    'shared.js',
  ])
})

it('finds a chunk of several modules by its name', () => {
  expect([...filesOf(manifest, ['screens'])].sort()).toEqual(['kernel.js', 'shared.js', 'x1.js'])
})

it('refuses an entry that the build does not have', () => {
  expect(() => filesOf(manifest, ['kernel/gone.ts'])).toThrow('no kernel/gone.ts')
})
