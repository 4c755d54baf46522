import { closeSync, readFileSync } from 'node:fs'
import { takeMasterKey } from '../auth-server/environment-secret.mjs'

/** @typedef {{readonly name: string, readonly text: string}} GivenKey `name`: the variable that would hold it */

/**
 * The master keys that this program was given itself, see `receive`.
 * @returns {readonly GivenKey[]}
 */
export const receiveMasterKeys = () =>
  ['VITRINE_MASTER_KEY', 'VITRINE_PREVIOUS_MASTER_KEY'].flatMap(name => {
    const text = receive(name)
    return text === null ? [] : [{ name, text }]
  })

/**
 * The master key that this program was given itself, in its environment or by a descriptor, to be handed on by another one:
 * what it starts inherits neither. Ends the program with a sentence when there is none at the descriptor. To be called before
 * any other process starts.
 * @param {string} name
 * @returns {string | null} `null`: the key is elsewhere, or there is none
 */
function receive(name) {
  const key = takeMasterKey(name)
  const variable = `${name}_FD`
  const descriptor = process.env[variable]
  delete process.env[variable]
  if (!descriptor) return key
  if (key !== null) return refuse(`The master key is given in ${name} and in ${variable}: give it once.`)
  if (!/^\d+$/.test(descriptor) || Number(descriptor) < 3)
    return refuse(`${variable} must be the number of a descriptor, 3 or more.`)
  return readDescriptor(Number(descriptor), variable)
}

/** @param {number} descriptor @param {string} variable */
function readDescriptor(descriptor, variable) {
  try {
    const text = readFileSync(descriptor, 'utf8')
    closeSync(descriptor)
    if (text !== '') return text
  } catch {
    // Told below: under npm the number may be one of Node's own, which cannot be read.
  }
  const isNpms = process.env.npm_lifecycle_event !== undefined
  const hint = isNpms ? ' npm hands on no descriptors: start `node scripts/serve.mjs` yourself.' : ''
  return refuse(`${variable} is ${descriptor}, and nothing is open there.${hint}`)
}

/** @param {string} sentence @returns {never} */
function refuse(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
