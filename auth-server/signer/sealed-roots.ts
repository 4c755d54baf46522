import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { MasterKey } from './master-key.ts'
import { SignerRefusal } from './refusal.ts'
import {
  type EnvelopeValues,
  headerOf,
  ROOT_BYTES,
  type RootSet,
  type RootSetHeader,
  rootSetHeader,
  type Values,
} from './root-set.ts'

const VERSION = 'roots1'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Seals a set as `roots1.<master key id>.<header>.<iv>.<ciphertext and tag>` (base64url): AES-256-GCM with a random IV, which
 * authenticates all before it. The ciphertext is the values alone, in the order in which the header names them.
 */
export function sealRoots({ id, sealing }: MasterKey, set: RootSet): string {
  const header = Buffer.from(JSON.stringify(headerOf(set)), 'utf8').toString('base64url')
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', sealing, iv, { authTagLength: TAG_BYTES })
  const clear = [VERSION, id, header]
  cipher.setAAD(Buffer.from(clear.join('.'), 'utf8'))
  const values = [set.roots, ...set.envelopes.map(it => it.values)].flatMap(it => [...it.values()])
  const sealed = Buffer.concat([
    ...values.map(value => cipher.update(value)),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  return [...clear, iv.toString('base64url'), sealed.toString('base64url')].join('.')
}

/** What a sealed set says in the clear: believed only by who opens it. */
export interface SealedRoots extends RootSetHeader {
  readonly masterKeyId: string
}

/** @throws SignerRefusal `unreadable_roots` */
export function readSealedRoots(sealed: string): SealedRoots {
  const [version, masterKeyId, header = ''] = sealed.split('.')
  if (version !== VERSION || !masterKeyId) throw unreadable()
  try {
    const text = Buffer.from(header, 'base64url').toString('utf8')
    return { ...rootSetHeader.parse(JSON.parse(text)), masterKeyId }
  } catch {
    throw unreadable()
  }
}

/**
 * Opens a set; the caller wipes it.
 * @throws SignerRefusal `unknown_master_key` that names the key's id; `unreadable_roots`
 */
export function openRoots(masterKeys: readonly MasterKey[], sealed: string): RootSet {
  const { masterKeyId, ...header } = readSealedRoots(sealed)
  const masterKey = masterKeys.find(it => it.id === masterKeyId)
  if (!masterKey) throw unknownMasterKey(masterKeyId, masterKeys)
  const [version, keyId, headerText, iv = '', text = ''] = sealed.split('.')
  const ivBytes = Buffer.from(iv, 'base64url')
  const bytes = Buffer.from(text, 'base64url')
  const groups = [header.roots, ...header.envelopes.map(it => it.values)]
  const length = groups.flat().length * ROOT_BYTES
  if (ivBytes.length !== IV_BYTES || bytes.length !== length + TAG_BYTES) throw unreadable()
  const decipher = createDecipheriv('aes-256-gcm', masterKey.sealing, ivBytes, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from([version, keyId, headerText].join('.'), 'utf8'))
  decipher.setAuthTag(bytes.subarray(length))
  const clear = decipher.update(bytes.subarray(0, length))
  try {
    decipher.final()
    let taken = 0
    const take = (names: readonly string[]): Values =>
      new Map(
        names.map(name => {
          const at = taken++ * ROOT_BYTES
          return [name, Buffer.from(clear.subarray(at, at + ROOT_BYTES))]
        }),
      )
    return {
      id: header.id,
      generation: header.generation,
      roots: take(header.roots),
      envelopes: header.envelopes.map(({ id, values }): EnvelopeValues => ({ id, values: take(values) })),
    }
  } catch {
    throw unreadable()
  } finally {
    clear.fill(0)
  }
}

export const unknownMasterKey = (id: string, given: readonly Pick<MasterKey, 'id'>[]) =>
  new SignerRefusal(
    'unknown_master_key',
    `The database is sealed under the master key ${id}, which was not given. Given: ${given.map(it => it.id).join(', ')}.`,
  )

const unreadable = () =>
  new SignerRefusal('unreadable_roots', 'The set of roots is damaged, or of another release.')
