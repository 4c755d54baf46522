// Run as a user of the server's: reports what that user can open, as JSON.
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { connect } from 'node:net'

/** @param {() => unknown} action */
const attempt = action => {
  try {
    action()
    return 'allowed'
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : String(error)
  }
}

/** @param {string} path */
const readSome = path => {
  const file = openSync(path, 'r')
  try {
    return readSync(file, Buffer.alloc(1))
  } finally {
    closeSync(file)
  }
}

/** @param {string} path @returns {Promise<string>} */
const connectTo = path =>
  new Promise(resolve => {
    const socket = connect(path)
    socket.on('connect', () => {
      socket.destroy()
      resolve('allowed')
    })
    socket.on('error', error => resolve('code' in error ? String(error.code) : String(error)))
  })

const { pids, files, folders, sockets } = JSON.parse(process.argv[2] ?? '{}')
/** @type {Record<string, unknown>} */
const report = {}
for (const pid of pids) {
  report[`environ of ${pid}`] = attempt(() => readFileSync(`/proc/${pid}/environ`))
  report[`memory of ${pid}`] = attempt(() => readSome(`/proc/${pid}/mem`))
  report[`descriptors of ${pid}`] = attempt(() => readdirSync(`/proc/${pid}/fd`))
  report[`signal to ${pid}`] = attempt(() => process.kill(pid, 0))
}
for (const file of files) report[`file ${file}`] = attempt(() => readSome(file))
for (const folder of folders) report[`folder ${folder}`] = attempt(() => readdirSync(folder))
for (const socket of sockets) report[`socket ${socket}`] = await connectTo(socket)
process.stdout.write(JSON.stringify(report))
