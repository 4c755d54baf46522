import { closeSync, readFileSync } from 'node:fs'
import { takeMasterKey } from '../auth-server/environment-secret.mjs'

/**
 * The master key that this program was given itself, in its environment or by a descriptor, to be handed on by another one:
 * what it starts inherits neither. Ends the program with a sentence when there is none at the descriptor. To be called before
 * any other process starts.
 * @returns {string | null} `null`: the key is elsewhere, or there is none
 */
export function receiveMasterKey() {
  const key = takeMasterKey()
  const descriptor = process.env.VITRINE_MASTER_KEY_FD
  delete process.env.VITRINE_MASTER_KEY_FD
  if (!descriptor) return key
  if (key !== null)
    return refuse('The master key is given in VITRINE_MASTER_KEY and in VITRINE_MASTER_KEY_FD: give it once.')
  if (!/^\d+$/.test(descriptor) || Number(descriptor) < 3)
    return refuse('VITRINE_MASTER_KEY_FD must be the number of a descriptor, 3 or more.')
  return readDescriptor(Number(descriptor))
}

/** @param {number} descriptor */
function readDescriptor(descriptor) {
  try {
    const text = readFileSync(descriptor, 'utf8')
    closeSync(descriptor)
    if (text !== '') return text
  } catch {
    // Told below: under npm the number may be one of Node's own, which cannot be read.
  }
  const isNpms = process.env.npm_lifecycle_event !== undefined
  const hint = isNpms ? ' npm hands on no descriptors: start `node scripts/serve.mjs` yourself.' : ''
  return refuse(`VITRINE_MASTER_KEY_FD is ${descriptor}, and nothing is open there.${hint}`)
}

/** @param {string} sentence @returns {never} */
function refuse(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
