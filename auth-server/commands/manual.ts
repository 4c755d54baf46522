import { type Commands, optionsOf, requireCommand, requireVerb } from './arguments.ts'
import type { AnyVerb, Option, Parameter } from './command.ts'
import { synopsis } from './synopsis.ts'

const PROGRAM = 'npm run vitrine --'

const STATUS = [
  '0  it is done',
  '1  it could not be done',
  '2  it was written wrongly, and nothing was touched',
  '3  it was refused: nobody agreed to it, or the state of things forbids it',
]

const ENVIRONMENT = [
  'DATABASE_URL, VITRINE_DATA_DIR, VITRINE_ORIGIN and the master key: as the server has them',
  'VITRINE_APP  the app of commands that take one and are given none',
  'NO_COLOR, FORCE_COLOR  whether there is colour, where it is not for the terminal to say',
]

/** The page of all commands, of a noun or of a verb. @throws UsageError */
export function manual(commands: Commands, noun: string | undefined, verb: string | undefined): string {
  if (noun === undefined || noun === 'help') return overview(commands)
  if (noun === 'completion') return COMPLETION
  const { does, verbs } = requireCommand(commands, noun)
  if (verb === undefined && !verbs['']) return nounPage(noun, does, verbs)
  const { name, declared } = requireVerb(commands, noun, verb)
  return verbPage(noun, name, declared)
}

function overview(commands: Commands): string {
  const lines = Object.entries(commands).flatMap(([noun, { verbs }]) => linesOf(noun, verbs))
  return page([
    ['NAME', ['vitrine - what the operator of a Vitrine server does']],
    [
      'SYNOPSIS',
      [
        `${PROGRAM} <noun> <verb> [<argument> …] [--<option> …]`,
        `${PROGRAM} help [<noun> [<verb>]]`,
        `${PROGRAM} completion <bash|zsh|fish>`,
        `${PROGRAM} --version`,
      ],
    ],
    ['COMMANDS', table(lines)],
    ['ENVIRONMENT', ENVIRONMENT],
    ['EXIT STATUS', STATUS],
  ])
}

const nounPage = (noun: string, does: string, verbs: Readonly<Record<string, AnyVerb>>) =>
  page([
    ['NAME', [`vitrine ${noun} - ${does}`]],
    ['SYNOPSIS', Object.entries(verbs).map(([name, verb]) => `${PROGRAM} ${synopsis(noun, name, verb)}`)],
    ['COMMANDS', table(linesOf(noun, verbs))],
    ['EXIT STATUS', STATUS],
  ])

function verbPage(noun: string, name: string, declared: AnyVerb): string {
  const { does, more, effect, app, json, examples } = declared
  const parameters = Object.entries((declared.parameters ?? {}) as Record<string, Parameter>)
  const appLine: [string, string][] = app
    ? [['<app id>', `the app; or --app${app === 'any' ? ', or VITRINE_APP' : ''}`]]
    : []
  return page([
    ['NAME', [`vitrine ${[noun, name].filter(Boolean).join(' ')} - ${does}`]],
    ['SYNOPSIS', [`${PROGRAM} ${synopsis(noun, name, declared)}`]],
    [
      'DESCRIPTION',
      [
        ...(more === undefined ? [] : wrap(more)),
        ...(effect === 'destroys'
          ? ['Asks before it does it; where nobody can be asked it needs --yes.']
          : []),
      ],
    ],
    [
      'ARGUMENTS',
      table([
        ...appLine,
        ...parameters.map(([key, { label = key, says, isOptional, choices }]): [string, string] => [
          `<${label}>`,
          `${says}${choices ? `: ${choices.join(', ')}` : ''}${isOptional ? ' (may be left out)' : ''}`,
        ]),
      ]),
    ],
    ['OPTIONS', table(Object.entries(optionsOf(declared)).map(optionLine))],
    ['JSON', wrap(json)],
    ['EXAMPLES', examples.map(example => `${PROGRAM} ${example}`)],
    ['EXIT STATUS', STATUS],
  ])
}

function optionLine([name, { takes, says, isMultiple, isRequired, choices }]: [string, Option]): [
  string,
  string,
] {
  const notes = [isRequired && 'required', isMultiple && 'may be given again'].filter(Boolean).join('; ')
  return [
    `--${name}${takes === undefined ? '' : ` <${takes}>`}`,
    `${says}${choices ? `: ${choices.join(', ')}` : ''}${notes && ` (${notes})`}`,
  ]
}

const linesOf = (noun: string, verbs: Readonly<Record<string, AnyVerb>>): [string, string][] =>
  Object.entries(verbs).map(([name, { does }]) => [[noun, name].filter(Boolean).join(' '), does])

function table(lines: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...lines.map(([left]) => left.length))
  return lines.map(([left, right]) => `${left.padEnd(width)}  ${right}`)
}

/** Lines of at most 96 characters. */
function wrap(text: string): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + word.length >= 96) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}

const page = (sections: readonly (readonly [string, readonly string[]])[]): string =>
  sections
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) => [heading, ...lines.map(line => `    ${line}`)].join('\n'))
    .join('\n\n')

/** No noun with verbs: it is of the commands, and works on nothing. */
const COMPLETION = page([
  ['NAME', ['vitrine completion - prints a script by which a shell completes commands']],
  ['SYNOPSIS', [`${PROGRAM} completion <bash|zsh|fish>`]],
  ['DESCRIPTION', ['The first lines of the script say where it goes.']],
  ['EXAMPLES', [`source <(${PROGRAM.replace('run', 'run --silent')} completion bash)`]],
  ['EXIT STATUS', STATUS],
])
