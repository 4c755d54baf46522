import type { Database } from '../database/connect.ts'
import { RotationError, rotateKeys } from '../keys/rotate.ts'
import { type KeyStatus, readStatus } from '../keys/status.ts'
import { readRoots } from '../keys/stored-roots.ts'
import { rotateTokenKey } from '../sessions/rotate-token-key.ts'
import { type Answer, type Call, type Command, CommandError, Refusal, verb } from './command.ts'
import { leaked } from './leaked.ts'
import { recorded, writeDown } from './recorded.ts'

/** `keys …`: what is sealed under what, and how it comes to lie under another key. */
export const keysCommand: Command = {
  does: 'what is sealed under what, and how it comes to lie under another key',
  verbs: {
    status: verb({
      does: 'says what is sealed under what',
      effect: 'reads',
      json: '{"roots", "envelope_keys", "envelopes", "token_keys", "servers"}',
      examples: ['keys status', 'keys status --json'],
      run: ({ db }) => status(db),
    }),
    rotate: verb({
      does: 'seals everything under the next keys, or goes on with it',
      more: 'Takes the new master key and the previous one, as the servers have them meanwhile. Nothing is opened that was not before, and a rotation that ended half way goes on.',
      effect: 'changes',
      options: { tokens: { says: 'replaces the token-signing key alone' } },
      json: '{"master_key_id"}; with --tokens {"kid", "signs_from", "is_new"}',
      examples: ['keys rotate', 'keys rotate --tokens'],
      run: call => (call.options.tokens ? rotateTokens(call) : rotate(call)),
    }),
    init: verb({
      does: 'makes the roots of a database that has none, where the signer runs apart',
      effect: 'changes',
      json: 'as `keys status`',
      examples: ['keys init'],
      async run(call) {
        const had = await readRoots(call.db)
        await call.tools.signer()
        if (had === null) await recorded(call, async () => undefined, { type: 'keys.made' })
        return status(call.db)
      },
    }),
    wrap: verb({
      does: 'has a KMS wrap the master key',
      effect: 'reads',
      options: { out: { takes: 'file', says: 'where the wrapped key goes', isRequired: true } },
      json: '{"file"}',
      examples: ['keys wrap --out master-key.wrapped'],
      async run({ tools, options: { out } }) {
        if (!tools.wrapKey) throw new CommandError('Keys are wrapped where the master key is.')
        await tools.wrapKey(out)
        return {
          text: `${out} holds the master key, wrapped. Name it in VITRINE_MASTER_KEY_FILE, beside what says where the KMS is; then destroy the plain one, but for the copy of your backups.`,
          json: { file: out },
        }
      },
    }),
    leaked,
  },
}

async function status(db: Database): Promise<Answer> {
  const read = await readStatus(db)
  return { text: describe(read), json: toJson(read) }
}

/** In snake_case, as all that commands print for programs. */
const toJson = ({ roots, envelopeKeys, envelopes, tokenKeys, servers }: KeyStatus) => ({
  roots: roots && { set: roots.set, generation: roots.generation, master_key: roots.masterKey },
  envelope_keys: envelopeKeys,
  envelopes: envelopes.map(({ keyId, ...counted }) => ({ ...counted, key_id: keyId })),
  token_keys: tokenKeys.map(({ kid, signsFrom, publishedUntil }) => ({
    ...{ kid, signs_from: signsFrom, published_until: publishedUntil },
  })),
  servers: servers.map(({ generation, masterKeys }) => ({ generation, master_keys: masterKeys })),
})

async function rotateTokens(call: Call): Promise<Answer> {
  const signer = await call.tools.signer()
  const { kid, signsFrom, isNew } = await recorded(
    call,
    tx => rotateTokenKey(tx, signer),
    made => (made.isNew ? { type: 'keys.rotated', data: { target: made.kid, name: 'tokens' } } : null),
  )
  const told = isNew ? 'The new token-signing key' : 'A new token-signing key is there already: it'
  return {
    text: `${told} ${kid} signs from ${signsFrom.toISOString()}. The one before stays in the JWKS for one token’s life after that.`,
    json: { kid, signs_from: signsFrom.toISOString(), is_new: isNew },
  }
}

async function rotate(call: Call): Promise<Answer> {
  const { db, tools } = call
  const signer = await tools.signer()
  try {
    const { masterKeys } = await signer.readKeyIds({})
    const { masterKeyId } = await rotateKeys({
      ...{ db, signer, tell: (line: string) => tools.tell?.(line) },
      record: (tx, name) => writeDown(tx, call, { type: 'keys.rotated', data: { name } }),
    })
    return {
      text: `${describe(await readStatus(db))}\n\nNothing in this database names a key before these.${masterKeys.length > 1 ? ` Start the servers with the master key ${masterKeyId} alone, and keep the previous one as long as you keep a backup from before.` : ''}`,
      json: { master_key_id: masterKeyId },
    }
  } catch (error) {
    throw error instanceof RotationError ? new Refusal(error.message) : error
  }
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
