import { expect, test } from 'vitest'
import { pinHostOrigin } from './host-origin.ts'

const allowed = ['https://shop.example', 'http://127.0.0.1:4400']
const framed = { isTopLevel: false, hint: 'https://shop.example', parentOrigin: 'https://shop.example' }

test('pins the listed origin that is the true parent', () => {
  expect(pinHostOrigin(framed, allowed)).toEqual({ ok: true, origin: 'https://shop.example' })
})

test('pins the listed origin where the browser does not name the parent', () => {
  expect(pinHostOrigin({ ...framed, parentOrigin: undefined }, allowed)).toEqual({
    ok: true,
    origin: 'https://shop.example',
  })
})

test.each([
  ['a top-level document', { ...framed, isTopLevel: true }, 'top-level'],
  ['no hint', { ...framed, hint: null }, 'unlisted'],
  ['an unlisted origin', { ...framed, hint: 'https://evil.example' }, 'unlisted'],
  ['a listed origin as prefix', { ...framed, hint: 'https://shop.example.evil.example' }, 'unlisted'],
  ['a listed origin as suffix', { ...framed, hint: 'https://evil-shop.example' }, 'unlisted'],
  ['another port', { ...framed, hint: 'http://127.0.0.1:4401' }, 'unlisted'],
  ['a hint that is not the parent', { ...framed, parentOrigin: 'https://evil.example' }, 'mismatch'],
  ['an opaque parent', { ...framed, parentOrigin: 'null' }, 'mismatch'],
] as const)('refuses %s', (_, embedding, reason) => {
  expect(pinHostOrigin(embedding, allowed)).toEqual({ ok: false, reason })
})
