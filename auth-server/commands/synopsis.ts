import type { AnyVerb, Option, Parameter } from './command.ts'

/** How a verb is written, in one line, e.g. `app edit <app id> --file <file>`. */
export function synopsis(noun: string, name: string, declared: AnyVerb | undefined): string {
  const parameters = Object.entries((declared?.parameters ?? {}) as Record<string, Parameter>)
  const options = Object.entries((declared?.options ?? {}) as Record<string, Option>)
  return [
    noun,
    name,
    ...(declared?.app ? [declared.app === 'optional' ? '[<app id>]' : '<app id>'] : []),
    ...parameters.map(([key, { label = key, isOptional, choices }]) => {
      const shown = `<${choices ? choices.join('|') : label}>`
      return isOptional ? `[${shown}]` : shown
    }),
    ...options.map(([key, option]) => written(key, option)),
    ...(declared?.effect === 'destroys' ? ['[--yes]'] : []),
  ]
    .filter(part => part !== '')
    .join(' ')
}

function written(name: string, { takes, isMultiple, isRequired, choices }: Option): string {
  const shown = takes === undefined ? `--${name}` : `--${name} <${choices ? choices.join('|') : takes}>`
  const again = isMultiple ? ' …' : ''
  return isRequired ? `${shown}${again && ` [--${name}${again}]`}` : `[${shown}${again}]`
}

/** A sentence on what was written wrongly, and how it is written. */
export const withUsage = (why: string, ...lines: readonly string[]): string =>
  [why, '', 'Usage:', ...lines.map(line => `  npm run vitrine -- ${line}`)].join('\n')
