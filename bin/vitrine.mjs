#!/usr/bin/env node
import { existsSync } from 'node:fs'

/** Programs that run until they are stopped. Every other command is the command line's. */
const PROGRAMS = { serve: 'main', signer: 'signer-main' }

const [command = '', ...more] = process.argv.slice(2)
const isProgram = more.length === 0 && Object.hasOwn(PROGRAMS, command)
const name = isProgram ? PROGRAMS[/** @type {keyof typeof PROGRAMS} */ (command)] : 'cli'
const file = new URL(`../dist/server/${name}.mjs`, import.meta.url)

// `npx` sends a signal to the shell between it and this process. The shell ends, and hands nothing on.
if (isProgram && process.env.npm_command === 'exec') {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}

if (existsSync(file)) await import(file.href)
else {
  console.error('The server is not built. Run `npm run build`, then run the command again.')
  process.exitCode = 1
}
