import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { MEASURES, PAGE, PALETTE } from '@vitrine/shared/look/palette.ts'
import { expect, test } from 'vitest'
import { recoveryPage } from './build/inline-page.ts'

const built = readFileSync(new URL('../dist/recovery/vitrine-recovery.html', import.meta.url), 'utf8')
const script = /<script>(.*)<\/script>/s.exec(built)?.[1] ?? ''

test('was built with the policy of its kind', () => {
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(built) ?? []
  const [, notices = ''] = /<!--\n(.*)-->/s.exec(built) ?? []
  expect(built).toBe(recoveryPage(script, style, notices))
})

test('contains the notices of its packages', () => {
  expect(built).toMatch(/^@noble\/curves \d[\d.]+, MIT$/m)
  expect(built).toMatch(/^viem \d[\d.]+, MIT$/m)
  expect(built).toContain('Permission is hereby granted, free of charge')
})

test('has no code that calls out, keeps anything or makes code of text', () => {
  expect(script.length).toBeGreaterThan(100_000)
  const reaching =
    /\b(fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|RTCPeerConnection|Worker|SharedWorker|serviceWorker|localStorage|sessionStorage|indexedDB|caches|BroadcastChannel|importScripts|eval|innerHTML|outerHTML|insertAdjacentHTML|srcdoc)\b|\bimport\s*\(|new Function/g
  // One of the recovery words is “fetch”.
  expect(script).toContain('\nfetch\n')
  expect(script.replace('\nfetch\n', '\n').match(reaching)).toBe(null)
  expect(built.match(/\bsrc=|<(img|iframe|object|embed|form|base)\b/g)).toBe(null)
})

test('is a classic script, which a browser runs from a file, and small enough to be kept', () => {
  expect(built).not.toContain('type="module"')
  expect(script).not.toMatch(/^\s*(import|export)\b/m)
  const size = (text: string) => gzipSync(text, { level: 9 }).length
  const [, notices = ''] = /<!--\n(.*)-->/s.exec(built) ?? []
  expect(size(built.replace(notices, ''))).toBeLessThan(87_000)
  expect(size(built)).toBeLessThan(95_000)
})

test('has the colours and measures of the wallet', () => {
  const style = readFileSync(new URL('style.css', import.meta.url), 'utf8')
  const [light = '', dark = ''] = style.split('@media (prefers-color-scheme: dark)')
  const { card: _, ...measures } = MEASURES
  for (const [name, value] of Object.entries({ page: PAGE.light, ...PALETTE.light, ...measures }))
    expect(light).toContain(`--${name}: ${value};`)
  for (const [name, value] of Object.entries({ page: PAGE.dark, ...PALETTE.dark }))
    expect(dark).toContain(`--${name}: ${value};`)
})
