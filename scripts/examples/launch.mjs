import { spawn } from 'node:child_process'

/**
 * Runs `npm run dev` of an example in this process's group, which frameworks fill with processes of their own, and ends all of them
 * with itself. Started by `startFile`, which gives it a group.
 */
const child = spawn('npm', ['run', 'dev'], {
  cwd: process.env.VITRINE_EXAMPLE_FOLDER,
  stdio: ['ignore', 'inherit', 'inherit'],
})

child.on('error', () => process.exit(127))
child.on('exit', code => process.exit(code ?? 128))
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.once(signal, () => {
    // This process is told too, and stays until npm has gone.
    process.on(signal, () => {})
    process.kill(0, signal)
  })
