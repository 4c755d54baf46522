import { type Question, Refusal, type SecretTools } from './command.ts'

/** Asks whether to go on. @throws Refusal when the operator does not agree, or is not there to be asked */
export async function agree(
  { confirm, answer }: Pick<SecretTools, 'confirm' | 'answer'>,
  { what, typed }: Question,
): Promise<void> {
  const asked = typed === undefined ? confirm : answer
  if (!asked) throw new Refusal(`${what} Nobody is there to be asked: add --yes.`)
  const isAgreed =
    typed === undefined
      ? await confirm?.(`${what} Go on? [y/N] `)
      : (await answer?.(`${what} Type "${typed}" to go on: `))?.trim() === typed
  if (!isAgreed) throw new Refusal('Nothing was done.')
}
