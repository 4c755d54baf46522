import { type Command, CommandError, verb } from './command.ts'

/** `serve` runs until it is stopped. `bin/vitrine.mjs` and `scripts/vitrine.mjs` start `main.ts` for it. */
export const serveCommand: Command = {
  does: 'runs the server',
  verbs: {
    '': verb({
      does: 'runs the server, until it is stopped',
      effect: 'reads',
      json: 'Nothing: it does not end.',
      examples: ['serve'],
      run() {
        throw new CommandError('Run `npm run vitrine -- serve` without options.')
      },
    }),
  },
}
