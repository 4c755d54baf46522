import { identityThumbprint } from '@vitrine/shared/signer/statement.ts'
import type { Command } from './command.ts'

/** `signer-key`: the name of the signer's identity key, which a site may pin. It is no secret. */
export const signerKeyCommand: Command = {
  usage: ['signer-key'],
  async run(_db, verb, _given, tools) {
    if (verb !== undefined) return null
    const { identity } = await (await tools.signer()).readPublicKeys({})
    const thumbprint = await identityThumbprint(identity)
    return `signer  ${thumbprint}\n\nA site pins it by data-signer="${thumbprint}" on its script tag, or by createVitrine({ signer: '${thumbprint}', … }).`
  },
}
