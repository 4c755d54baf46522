/**
 * Checks that no regular expression of the product takes more than linear time: an attacker who chooses its text could else stop a
 * process. `recheck` looks for a text that does it. What it found safe is remembered, as long as its version is the same.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { check } from 'recheck'
import { root } from '../root.mjs'
import { findRegularExpressions } from './find.ts'

const SHIPPED = ['shared', 'host-sdk', 'frame-app', 'auth-server', 'console-app', 'recovery-page']
const CACHE = `${root}.cache/regular-expressions.json`
/**
 * A hundred times what the slowest takes: beyond it nothing was proven. Its parts have no limits of their own, which on a busy machine
 * would call what is merely slow vulnerable: the number of steps decides.
 */
const LIMITS = { timeout: 30_000, seedingTimeout: null, incubationTimeout: null, attackTimeout: null }

const version: string = createRequire(import.meta.url)('recheck/package.json').version
const known = readKnown()

const files = execFileSync('git', ['ls-files', '-z', '--', ...SHIPPED], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path))
const places = new Map<string, string[]>()
for (const path of files)
  for (const { source, flags, line } of findRegularExpressions(path, readFileSync(root + path, 'utf8'))) {
    const written = `/${source}/${flags}`
    places.set(written, [...(places.get(written) ?? []), `${path}:${line}`])
  }

const safe: string[] = []
let flagged = 0
for (const [written, at] of places) {
  const slash = written.lastIndexOf('/')
  const status = known.has(written)
    ? 'safe'
    : (await check(written.slice(1, slash), written.slice(slash + 1), LIMITS)).status
  if (status === 'safe') safe.push(written)
  else {
    flagged++
    console.error(`${at.join(', ')}: ${written} is ${status}: a text can make it take more than linear time.`)
  }
}
mkdirSync(`${root}.cache`, { recursive: true })
writeFileSync(CACHE, JSON.stringify({ version, safe }))
console.log(`${places.size} regular expressions, ${flagged} flagged.`)
process.exitCode = flagged === 0 ? 0 : 1

function readKnown(): ReadonlySet<string> {
  try {
    const read = JSON.parse(readFileSync(CACHE, 'utf8')) as { version: string; safe: readonly string[] }
    return new Set(read.version === version ? read.safe : [])
  } catch {
    return new Set()
  }
}
