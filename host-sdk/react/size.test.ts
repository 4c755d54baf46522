import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

/** Bytes, gzipped and minified, of what a page with React loads besides React and `@vitrine/host-sdk` itself. */
const BUDGET = 3_000

it('the React entry stays within its budget, and brings nothing but itself', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [`${import.meta.dirname}/index.ts`],
    external: ['react', 'react/jsx-runtime', '../index.ts'],
    bundle: true,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    target: 'es2022',
    write: false,
    metafile: true,
  })
  const size = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
  expect(size).toBeGreaterThan(1_000)
  expect(size).toBeLessThanOrEqual(BUDGET)
  for (const path of Object.keys(metafile.inputs)) expect(path).toContain('host-sdk/react/')
})
