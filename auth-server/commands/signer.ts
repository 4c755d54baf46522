import { type Command, CommandError, verb } from './command.ts'

/** `signer`: not a command that ends, and without the database: `scripts/vitrine.mjs` starts `signer-main.ts`. */
export const signerCommand: Command = {
  does: 'runs the signer apart from the server',
  verbs: {
    '': verb({
      does: 'runs the signer as a process of its own, until it is stopped',
      effect: 'reads',
      json: 'Nothing: it does not end.',
      examples: ['signer'],
      run() {
        throw new CommandError('The signer is started by `npm run vitrine -- signer`, without options.')
      },
    }),
  },
}
