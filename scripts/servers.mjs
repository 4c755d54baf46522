import { createServer } from 'node:net'
import { startFile } from './child-process.mjs'

/**
 * Why nothing can listen there.
 * @param {number} port 0: any
 * @returns {Promise<{code: string | null, port: number}>} `null`: something can; the port that it got
 */
const tryPort = (port, host = '127.0.0.1') =>
  new Promise(resolve => {
    const probe = createServer()
    probe.once('error', error => resolve({ code: 'code' in error ? String(error.code) : 'unknown', port }))
    probe.listen(port, host, () => {
      const address = probe.address()
      const got = typeof address === 'object' && address ? address.port : port
      probe.close(() => resolve({ code: null, port: got }))
    })
  })

/**
 * Where a server of ours is asked, and on which addresses another program would be in its way.
 * @param {string | undefined} host `VITRINE_HOST`
 * @returns {{asked: string, taken: string[]}} `asked` as a URL has it
 */
export function hostOfServer(host = '') {
  const name = host.replace(/^\[(.*)\]$/, '$1')
  if (name === '') return { asked: '127.0.0.1', taken: ['127.0.0.1', '::1'] }
  if (name === '0.0.0.0') return { asked: '127.0.0.1', taken: [name] }
  if (name === '::') return { asked: '[::1]', taken: [name] }
  return { asked: name.includes(':') ? `[${name}]` : name, taken: [name] }
}

/**
 * Refuses early, with a sentence, what would otherwise be a stack trace of `listen`.
 * @param {number} port
 * @param {string} variable the setting that chooses another
 * @param {readonly string[]} [hosts] the addresses on which it is wanted
 * @throws Error
 */
export async function requireFreePort(port, variable, hosts = ['127.0.0.1', '::1']) {
  for (const host of hosts)
    if ((await tryPort(port, host)).code === 'EADDRINUSE')
      throw new Error(
        `Port ${port} is in use. Stop the program that uses it, or choose another, e.g. ${variable}=${port + 100}.`,
      )
}

/** @param {number} preferred taken when it is free @returns {Promise<number>} */
export async function findFreePort(preferred) {
  const { code } = await tryPort(preferred)
  return code === null ? preferred : (await tryPort(0)).port
}

/**
 * Starts servers, waits until each answers, says so, and stays until a signal or until one of them ends.
 * @param {readonly {file: string, env: NodeJS.ProcessEnv, probe?: string, masterKeys?: import('./child-process.mjs').GivenKeys}[]} servers in the order they start; they stop
 *   in the reverse order. One without a probe says itself when it is up
 * @param {readonly string[]} lines printed when all answer
 * @param {() => Promise<unknown>} [prepare] what is done first, once they do
 * @returns {Promise<number>} exit code
 */
export async function serveUntilStopped(servers, lines, prepare = async () => {}) {
  const running = servers.map(({ file, env, masterKeys }) => startFile(file, env, masterKeys))
  let isUp = false
  // What a server says of its start is said by us, once all are up; from then on it speaks for itself.
  for (const { output } of running) output?.on('data', chunk => isUp && process.stdout.write(chunk))
  const stopped = new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve(0))
    whenNpmIsGone(() => resolve(0))
    for (const server of running) server.exited.then(code => resolve(code || 1))
  })
  const answered = Promise.all(servers.map(({ probe }) => probe && untilAnswered(probe, stopped)))
    .then(prepare)
    .then(() => null)
  const early = await Promise.race([answered, stopped])
  if (early === null) {
    for (const line of lines) console.log(line)
    isUp = true
  }
  const code = await stopped
  for (const server of running.reverse()) await server.stop()
  return code
}

/**
 * npm hands signals on, but not its own death by SIGKILL. Whoever else started us may go: a shell does.
 * @param {() => void} done
 */
function whenNpmIsGone(done) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    done()
  }, 500)
  timer.unref()
}

/** @param {string} url @param {Promise<unknown>} stopped gives up then */
async function untilAnswered(url, stopped) {
  let waiting = true
  stopped.then(() => {
    waiting = false
  })
  while (waiting) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
