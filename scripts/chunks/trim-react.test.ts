import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { takenOfReact, trimReact } from './trim-react.ts'

const fileOf = (name: string) =>
  readFileSync(new URL(`../../node_modules/${name}/cjs/${name}.production.js`, import.meta.url), 'utf8')

/** What a CommonJS file exports. */
function exportsOf(code: string): Record<string, unknown> {
  const module = { exports: {} }
  const run = new Function('exports', 'require', code)
  run(module.exports, () => ({}))
  return module.exports
}

it.each(['react', 'react-dom'])('%s has its kept exports alone, as they were', name => {
  const whole = fileOf(name)
  const kept = ['version', 'useState', 'flushSync']
  const before = exportsOf(whole)
  const after = exportsOf(trimReact(whole, kept))
  expect(Object.keys(before).length).toBeGreaterThan(10)
  expect(Object.keys(after)).toEqual(Object.keys(before).filter(it => kept.includes(it)))
  expect(after.version).toBe(before.version)
  for (const it of ['useState', 'flushSync']) expect(String(after[it])).toBe(String(before[it]))
})

it('stops at an export in a form that it does not know, instead of leaving half of it', () => {
  expect(() => trimReact('exports.useThing = class {\n  a() {}\n}\n', [])).toThrow('useThing')
})

it('reads what a module takes of React', () => {
  const code = `import { useId, useState as state, type ReactNode } from 'react'\nimport{createPortal}from"react-dom";import { a } from 'react-x'`
  expect(takenOfReact(code)).toEqual(['useId', 'useState', 'createPortal'])
  expect(takenOfReact(`import type { ReactNode } from 'react'`)).toEqual([])
})
