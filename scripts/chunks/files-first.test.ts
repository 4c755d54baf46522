import { expect, it } from 'vitest'
import { nameFiles } from './files-first.ts'

const isAlone = (path: string) => ['assets/A1.js', 'assets/C3.js'].includes(path)

it('names the file of a chunk that needs no other, and leaves the others to Vite', () => {
  const code =
    'p(async()=>{let{a:e}=await import(`./A1.js`);return f(e,[])},__VITE_PRELOAD__),p(()=>import(`./B2.js`),__VITE_PRELOAD__),p(()=>import(`./C3.js`),__VITE_PRELOAD__)'
  expect(nameFiles(code, isAlone)).toBe(
    'p(async()=>{let{a:e}=await import(`./A1.js`);return f(e,[])},__VITE_PRELOAD__.concat("assets/A1.js")),p(()=>import(`./B2.js`),__VITE_PRELOAD__),p(()=>import(`./C3.js`),__VITE_PRELOAD__.concat("assets/C3.js"))',
  )
})

it.each([
  'import(`./A1.js`)',
  'p(()=>import(`./A1.js`).then(()=>p(()=>import(`./B2.js`),__VITE_PRELOAD__)),__VITE_PRELOAD__)',
])('stops at one whose mark it cannot tell: %s', code => {
  expect(() => nameFiles(code, isAlone)).toThrow('another form')
})
