import { type App, findApp } from '../apps/registry.ts'
import type { Database } from '../database/connect.ts'
import type { SignerClient } from '../signer/operations.ts'

/** What a command ends with (`docs/command-line.md`). */
export const EXIT = { done: 0, failed: 1, misused: 2, refused: 3 } as const

/** The command cannot be done; the message tells the operator what to write instead. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'
  readonly exitStatus: number = EXIT.failed
}

/** The command does not read like one that there is. Nothing was touched. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError'
  override readonly exitStatus = EXIT.misused
}

/** The command is right and was not done: nobody agreed to it, or the state of things forbids it. */
export class Refusal extends CommandError {
  override readonly name = 'Refusal'
  override readonly exitStatus = EXIT.refused
}

/** What a command needs besides the database: only one about secrets asks the operator for the master key. */
export interface SecretTools {
  /** The wallet origin of this server. */
  readonly origin: string
  /** Of the operator's console; absent: there is none. */
  readonly consoleOrigin?: string | null
  /** A signer with this server's master key. @throws CommandError when the key is missing or another one */
  signer(): Promise<SignerClient>
  /** Ids of the master keys at hand (`signer/master-key.ts`); `null`, or absent: none is. @throws SettingsError */
  masterKeyIds?(): Promise<readonly string[] | null>
  /** Has the KMS wrap this server's master key. @throws CommandError or SettingsError */
  wrapKey?(file: string): Promise<void>
  /** Says how far a command is that takes long; absent: nobody hears. */
  tell?(line: string): void
  /** Prints at once, before what the command returns; absent: all is returned. */
  print?(text: string): void
  /** Asks the operator to agree; absent: nobody is there to be asked. */
  confirm?(question: string): Promise<boolean>
  /** What the operator types to a question; absent: nobody is there to be asked. */
  answer?(question: string): Promise<string>
  /** Unix ms; absent: by the machine's clock. */
  now?(): number
  /** What was typed at a prompt that does not show it, or came by standard input. */
  readSecret(question: string): Promise<string>
}

/** What stands at its place after the verb. */
export interface Parameter {
  /** What stands for it in usage; its key when left out. */
  readonly label?: string
  readonly says: string
  /** Only at the end, and not of a verb that takes an app. */
  readonly isOptional?: boolean
  readonly choices?: readonly string[]
}

/** An option of a verb. Of one name all verbs take the same kind: a value, or none. */
export interface Option {
  /** What stands for its value in usage; left out: it is a flag. */
  readonly takes?: string
  readonly says: string
  readonly isMultiple?: boolean
  readonly isRequired?: boolean
  readonly choices?: readonly string[]
}

type Parameters = Readonly<Record<string, Parameter>>
type Options = Readonly<Record<string, Option>>

type Arguments<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name] extends { readonly isOptional: true } ? string | undefined : string
}

type Values<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends { readonly takes: string }
    ? O[Name] extends { readonly isMultiple: true }
      ? readonly string[]
      : O[Name] extends { readonly isRequired: true }
        ? string
        : string | undefined
    : boolean
}

/** A verb as it was written, checked against its declaration. */
export interface Call<P extends Parameters = Parameters, O extends Options = Options, A = App | null> {
  readonly db: Database
  /** The app that it is about. */
  readonly app: A
  readonly args: Arguments<P>
  readonly options: Values<O>
  /** Whether `--json` was given: for who prints as it goes. */
  readonly isJson: boolean
  readonly tools: SecretTools
  /** Unix ms. */
  readonly now: number
}

/** What a command says: in words, and what `--json` prints. A text alone is `{"message": …}`. */
export type Answer =
  | string
  | { readonly text: string; readonly json: unknown }
  /** As it is, also with `--json`: lines that are each an object. */
  | { readonly lines: string }

/** What is asked before a verb destroys. `typed`: what must be typed, where a `y` is too quickly given. */
export interface Question {
  /** Sentences on what will be gone. */
  readonly what: string
  readonly typed?: string
}

export type Asked = Question | 'harmless' | null

/**
 * - `reads`: leaves everything as it is.
 * - `changes`: and can be changed back; written to the audit.
 * - `destroys`: something is gone then; the operator is asked, or writes `--yes`.
 */
export type Effect = 'reads' | 'changes' | 'destroys'

/** One verb of a noun, from which parser, help, completion and reference follow. */
export interface Verb<
  P extends Parameters = Parameters,
  O extends Options = Options,
  A = App | null,
  Alone extends true | undefined = undefined,
> {
  /** One line without a full stop. */
  readonly does: string
  /** What there is to know besides, in sentences. */
  readonly more?: string
  readonly effect: Effect
  /** Takes the app first, by `--app`, or from `VITRINE_APP`; `named`: not from the environment; `optional`: nor at all. */
  readonly app?: 'any' | 'named' | 'optional'
  readonly parameters?: P
  readonly options?: O
  /** What `--json` prints, in words of the field names. */
  readonly json: string
  /** What follows `npm run vitrine -- `. */
  readonly examples: readonly string[]
  /** It has neither database nor key, and runs where there is no server. An option `--app` is then its own. */
  readonly isAlone?: Alone
  /** Absent: never. Where true, the database is not brought up to date before, and no statement has a time limit. */
  takesAsItIs?(args: Arguments<P>): boolean
  /**
   * Of what `destroys`. `null`: as it was written it destroys nothing, so that `--yes` is out of place; `harmless`: nothing of this place can
   * be lost, and who writes `--yes` in a script is right all the same.
   */
  ask?(call: Call<P, O, A>): Asked | Promise<Asked>
  /** @throws CommandError */
  run(call: [Alone] extends [true] ? Omit<Call<P, O, A>, 'db'> : Call<P, O, A>): Answer | Promise<Answer>
}

/** A verb whose types are forgotten: what lists of them hold. */
// biome-ignore lint/suspicious/noExplicitAny: `run` takes what the parser made of its own declaration.
export type AnyVerb = Verb<any, any, any, any>

/** The commands about one thing, e.g. `app`. */
export interface Command {
  /** One line without a full stop. */
  readonly does: string
  /** By name; `''` is the noun alone. */
  readonly verbs: Readonly<Record<string, AnyVerb>>
}

type AppOf<T> = [T] extends ['any' | 'named'] ? App : [T] extends ['optional'] ? App | null : null

/** Declares a verb: `run` gets arguments and options of the types that the declaration gives them. */
export const verb = <
  const P extends Parameters = Record<never, never>,
  const O extends Options = Record<never, never>,
  const T extends 'any' | 'named' | 'optional' | undefined = undefined,
  const Alone extends true | undefined = undefined,
>(
  declared: Verb<P, O, AppOf<T>, Alone> & { readonly app?: T },
): AnyVerb => declared

/** @throws CommandError */
export async function requireApp(db: Database, id: string | undefined) {
  if (id === undefined) throw new UsageError('The app id is missing.')
  const app = await findApp(db, id)
  if (!app) throw new CommandError(`There is no app ${id}. \`npm run vitrine -- app list\` shows them.`)
  return app
}
