import type { Commands } from './arguments.ts'
import { synopsis } from './synopsis.ts'

/** The generated part of docs/command-line.md: what each verb is written as, does and prints. */
export const reference = (commands: Commands): string =>
  Object.entries(commands)
    .map(([noun, { does, verbs }]) => {
      const rows = Object.entries(verbs).map(
        ([name, verb]) =>
          `| \`${cell(synopsis(noun, name, verb))}\` | ${cell(verb.does)} | ${verb.effect} | ${cell(verb.json)} |`,
      )
      return [
        `### ${noun}`,
        '',
        `${does}.`,
        '',
        '| command | what it does | effect | `--json` |',
        '|---|---|---|---|',
        ...rows,
      ].join('\n')
    })
    .join('\n\n')

const cell = (text: string): string => text.replaceAll('|', '\\|')
