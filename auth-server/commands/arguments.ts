import { parseArgs } from 'node:util'
import { didYouMean } from '@vitrine/shared/nearest-name.ts'
import { type AnyVerb, type Command, type Option, UsageError } from './command.ts'
import { synopsis } from './synopsis.ts'

export type Commands = Readonly<Record<string, Command>>

/** Of every verb. */
export const COMMON_OPTIONS = {
  json: { says: 'prints JSON on standard output, and errors as JSON on standard error' },
  anyway: { says: 'goes on although a server of this machine works on another database' },
  help: { says: 'prints this page' },
} as const satisfies Record<string, Option>

/** Of a verb that takes an app. */
export const APP_OPTION = { takes: 'app id', says: 'the app, where it is not the first argument' } as const
/** Of a verb that destroys. */
export const YES_OPTION = { says: 'does it without asking' } as const

/** All options of a verb, with those that follow from what it is. */
export const optionsOf = ({ app, effect, options }: AnyVerb): Readonly<Record<string, Option>> => ({
  ...(app && { app: APP_OPTION }),
  ...(options as Record<string, Option> | undefined),
  ...(effect === 'destroys' && { yes: YES_OPTION }),
  ...COMMON_OPTIONS,
})

export type Value = string | boolean | readonly string[] | undefined

/** What was written, read against the declarations. */
export interface Written {
  readonly noun: string
  readonly verb: string
  readonly declared: AnyVerb
  /** As it was written: as an argument or by `--app`. */
  readonly appId: string | undefined
  readonly args: Readonly<Record<string, string | undefined>>
  readonly options: Readonly<Record<string, Value>>
}

/** Whether each option takes a value, by its name. */
const kindsOf = (commands: Commands): ReadonlyMap<string, boolean> =>
  new Map(
    Object.values(commands)
      .flatMap(({ verbs }) => Object.values(verbs))
      .flatMap(declared => Object.entries(optionsOf(declared)))
      .map(([name, { takes }]) => [name, takes !== undefined]),
  )

/**
 * Ids and cursors may begin with a dash, and there is one short option alone: what else begins so is an id, or what the option
 * before it takes.
 */
export function apart(commands: Commands, args: readonly string[]) {
  const kinds = kindsOf(commands)
  const end = args.indexOf('--')
  const written = end < 0 ? args : args.slice(0, end)
  const options: string[] = []
  const positionals: string[] = []
  const nameOf = (arg: string) => arg.split('=', 1)[0]?.slice(2) ?? ''
  for (let at = 0; at < written.length; at++) {
    const arg = written[at] ?? ''
    const value = written[at + 1]
    const isOption = arg.startsWith('--') || arg === '-h'
    const isName = (text: string) => text.startsWith('--') && kinds.has(nameOf(text))
    if (!isOption) positionals.push(arg)
    else if (kinds.get(arg.slice(2)) && value !== undefined && !isName(value)) {
      options.push(`${arg}=${value}`)
      at++
    } else options.push(arg === '-h' ? '--help' : arg)
  }
  return { options, positionals: [...positionals, ...(end < 0 ? [] : args.slice(end + 1))] }
}

/** The noun's command. @throws UsageError with the nearest name */
export function requireCommand(commands: Commands, noun: string | undefined): Command {
  const names = Object.keys(commands)
  if (noun === undefined)
    throw new UsageError(
      `Name what the command is about: ${names.join(', ')}.\n\nUsage:\n  npm run vitrine -- help`,
    )
  const command = Object.hasOwn(commands, noun) ? commands[noun] : undefined
  if (command) return command
  throw new UsageError(
    `There is no command ${noun}.${didYouMean(noun, [...names, 'completion', 'help'])}\n\nUsage:\n  npm run vitrine -- help`,
  )
}

/** @throws UsageError with the nearest name */
export function requireVerb(commands: Commands, noun: string, written: string | undefined) {
  const { verbs } = requireCommand(commands, noun)
  const names = Object.keys(verbs)
  const bare = verbs['']
  if (bare) return { name: '', declared: bare }
  const declared = written !== undefined && Object.hasOwn(verbs, written) ? verbs[written] : undefined
  if (written !== undefined && declared) return { name: written, declared }
  const why =
    written === undefined
      ? `${noun} what? Write ${names.join(', ')} after it.`
      : `There is no ${noun} ${written}.${didYouMean(written, names, `${noun} `)}`
  throw new UsageError(
    `${why}\n\nUsage:\n${names.map(name => `  npm run vitrine -- ${synopsis(noun, name, verbs[name])}`).join('\n')}`,
  )
}

/** Reads what is to be done. @throws UsageError which names what is missing, or the nearest name of what is none */
export function readArguments(commands: Commands, args: readonly string[]): Written {
  const { options: given, positionals } = apart(commands, args)
  const [noun, second] = positionals
  requireCommand(commands, noun)
  const { name, declared } = requireVerb(commands, noun ?? '', second)
  const rest = positionals.slice(name === '' ? 1 : 2)
  const called = `${noun}${name && ` ${name}`}`
  const usage = `\n\nUsage:\n  npm run vitrine -- ${synopsis(noun ?? '', name, declared)}`
  const misused = (why: string) => new UsageError(why + usage)

  const taken = optionsOf(declared)
  for (const option of given) {
    const optionName = option.split('=', 1)[0] ?? ''
    if (Object.hasOwn(taken, optionName.slice(2))) continue
    throw misused(
      `\`${called}\` takes no ${optionName}.${didYouMean(optionName.slice(2), Object.keys(taken), '--')}`,
    )
  }
  const options = readOptions(taken, given, misused)
  const { app, ...others } = options
  const parameters = declared.parameters ?? {}
  const names = Object.keys(parameters)
  const isAppFirst = declared.app !== undefined && app === undefined && rest.length > names.length
  const appId = isAppFirst ? rest[0] : (app as string | undefined)
  const values = rest.slice(isAppFirst ? 1 : 0)
  const [extra] = values.slice(names.length)
  if (extra !== undefined) throw misused(`"${extra}" is one argument too many.`)
  const read = names.map((parameterName, at) => {
    const { label = parameterName, isOptional = false, choices } = parameters[parameterName]
    const value = values[at]
    if (value === undefined && !isOptional) throw misused(`The ${label} is missing.`)
    if (value !== undefined) requireChoice(choices, value, label, misused)
    return [parameterName, value] as const
  })
  return {
    ...{ noun: noun ?? '', verb: name, declared, appId },
    args: Object.fromEntries(read),
    options: declared.isAlone ? options : others,
  }
}

function readOptions(
  taken: Readonly<Record<string, Option>>,
  given: readonly string[],
  misused: (why: string) => UsageError,
): Record<string, Value> {
  const declared = Object.entries(taken)
  const config = declared.map(([name, { takes, isMultiple = false }]) => [
    name,
    { type: takes === undefined ? 'boolean' : 'string', multiple: isMultiple },
  ])
  let values: Record<string, Value>
  try {
    values = parseArgs({ args: [...given], options: Object.fromEntries(config) }).values as typeof values
  } catch {
    // Its words speak of an API. Known names are left, so that it is the value that is missing, or one too many.
    const wrong = given.find(it => (taken[nameOf(it)]?.takes !== undefined) !== it.includes('=')) ?? ''
    const { takes } = taken[nameOf(wrong)] ?? {}
    const name = `--${nameOf(wrong)}`
    throw misused(
      takes === undefined ? `${name} takes no value.` : `${name} needs a value: ${name} <${takes}>.`,
    )
  }
  return Object.fromEntries(
    declared.map(([name, { takes, isMultiple, isRequired, choices }]) => {
      const value = values[name]
      if (value === undefined && isRequired) throw misused(`--${name} is missing: --${name} <${takes}>.`)
      for (const each of typeof value === 'string' ? [value] : Array.isArray(value) ? value : [])
        requireChoice(choices, each, `--${name}`, misused)
      return [name, value ?? (takes === undefined ? false : isMultiple ? [] : undefined)]
    }),
  )
}

const nameOf = (option: string): string => option.split('=', 1)[0]?.slice(2) ?? ''

function requireChoice(
  choices: readonly string[] | undefined,
  value: string,
  label: string,
  misused: (why: string) => UsageError,
): void {
  if (!choices || choices.includes(value)) return
  throw misused(
    `${label}: there is no "${value}".${didYouMean(value, choices)} Choose from ${choices.join(', ')}.`,
  )
}
