import { identityThumbprint } from '@vitrine/shared/signer/statement.ts'
import { type Command, verb } from './command.ts'

/** `signer-key`: the name of the signer's identity key, which a site may pin. It is no secret. */
export const signerKeyCommand: Command = {
  does: 'the name of the signer’s identity key, which a site may pin',
  verbs: {
    '': verb({
      does: 'prints the name of the signer’s identity key, which a site may pin',
      effect: 'reads',
      json: '{"signer"}',
      examples: ['signer-key'],
      async run({ tools }) {
        const { identity } = await (await tools.signer()).readPublicKeys({})
        const signer = await identityThumbprint(identity)
        return {
          text: `signer  ${signer}\n\nA site pins it by data-signer="${signer}" on its script tag, or by createVitrine({ signer: '${signer}', … }).`,
          json: { signer },
        }
      },
    }),
  },
}
