import { RotationError, rotateKeys } from '../keys/rotate.ts'
import { type KeyStatus, readStatus } from '../keys/status.ts'
import { rotateTokenKey } from '../sessions/rotate-token-key.ts'
import { type Command, CommandError } from './command.ts'
import { LEAKED_USAGE, leaked } from './leaked.ts'

/** `keys …`: what is sealed under what, and how it comes to lie under another key. */
export const keysCommand: Command = {
  usage: [
    'keys status [--json]',
    'keys rotate [--tokens]',
    'keys init',
    'keys wrap --out <file>',
    ...LEAKED_USAGE,
  ],
  async run(db, verb, given, tools) {
    if (verb === 'leaked') return leaked(db, given, tools)
    const { id, options } = given
    const { json = false, tokens = false, out } = options
    if (id !== undefined) return null
    if (verb === 'status') {
      const status = await readStatus(db)
      return json ? JSON.stringify(status, null, 2) : describe(status)
    }
    if (json) return null
    if (verb === 'wrap') {
      if (out === undefined) return null
      if (!tools.wrapKey) throw new CommandError('Keys are wrapped where the master key is.')
      await tools.wrapKey(out)
      return `${out} holds the master key, wrapped. Name it in VITRINE_MASTER_KEY_FILE, beside what says where the KMS is; then destroy the plain one, but for the copy of your backups.`
    }
    if (verb === 'init') {
      await tools.signer()
      return describe(await readStatus(db))
    }
    if (verb !== 'rotate') return null
    const signer = await tools.signer()
    if (tokens) {
      const { kid, signsFrom, isNew } = await rotateTokenKey(db, signer)
      const told = isNew ? 'The new token-signing key' : 'A new token-signing key is there already: it'
      return `${told} ${kid} signs from ${signsFrom.toISOString()}. The one before stays in the JWKS for one token’s life after that.`
    }
    try {
      const { masterKeyId } = await rotateKeys({ db, signer, tell: line => tools.tell?.(line) })
      return `${describe(await readStatus(db))}\n\nNothing in this database names a key before these. Start the servers with the master key ${masterKeyId} alone, and keep the previous one as long as you keep a backup from before.`
    } catch (error) {
      throw error instanceof RotationError ? new CommandError(error.message) : error
    }
  },
}

function describe({ roots, envelopeKeys, envelopes, tokenKeys, servers }: KeyStatus): string {
  if (!roots) return 'No server has started on this database since keys can rotate.'
  const isRotating = envelopeKeys.length > 1
  const under = (keyId: string) =>
    envelopes.filter(it => it.keyId === keyId).map(it => `    ${it.table}  ${it.envelopes}`)
  return [
    `roots  generation ${roots.generation} of ${roots.set}, sealed under master key ${roots.masterKey}`,
    ...envelopeKeys.flatMap(({ id, since, seals }) => [
      `key  ${id}  since ${since.toISOString()}  ${seals ? 'seals' : 'opens what is not sealed anew yet'}`,
      ...under(id),
    ]),
    ...tokenKeys.map(
      ({ kid, signsFrom, publishedUntil }) =>
        `token key  ${kid}  signs from ${signsFrom.toISOString()}${publishedUntil ? `, published until ${publishedUntil.toISOString()}` : ''}`,
    ),
    ...servers.map(
      it =>
        `server  works with generation ${it.generation}; its signer has master key ${it.masterKeys.join(' and ')}`,
    ),
    ...(isRotating ? ['A rotation is under way: `npm run vitrine -- keys rotate` goes on with it.'] : []),
  ].join('\n')
}
