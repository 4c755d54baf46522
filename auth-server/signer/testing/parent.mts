import { startSigner } from '../start.ts'
import { derivedRoots } from './derived-roots.ts'

/** Runs a signer as the supervisor does, for tests that read all that both print, or that kill the parent. */
const [socketPath, origin, masterKey] = process.argv.slice(2)
if (!socketPath || !origin || !masterKey)
  throw new Error('usage: parent.mts <socket> <origin> <master key, hex>')
const signer = await startSigner({
  masterKey: Buffer.from(masterKey, 'hex'),
  roots: derivedRoots(Buffer.from(masterKey, 'hex')),
  origin,
  socketPath,
  restoredMonth: null,
})
process.stdout.write(`${signer.pid}\n`)
process.stdin.resume()
process.stdin.once('end', () => void signer.stop())
