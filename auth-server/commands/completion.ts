import { didYouMean } from '@vitrine/shared/nearest-name.ts'
import { type Commands, optionsOf } from './arguments.ts'
import { UsageError } from './command.ts'

/** A verb as a shell completes it. */
interface Completed {
  readonly noun: string
  readonly verb: string
  readonly options: readonly string[]
  /** Words that may stand as arguments. */
  readonly words: readonly string[]
}

const SHELLS = { bash, zsh, fish } as const
const isShell = (name: string | undefined): name is keyof typeof SHELLS =>
  name !== undefined && Object.hasOwn(SHELLS, name)

/** A script for a shell, of the declarations of all commands. @throws UsageError */
export function completion(commands: Commands, [shell, ...more]: readonly string[]): string {
  const names = Object.keys(SHELLS)
  if (!isShell(shell) || more.length > 0)
    throw new UsageError(
      `${shell === undefined ? 'The shell is missing.' : `There is no completion for ${[shell, ...more].join(' ')}.${didYouMean(shell, names)}`} Choose from ${names.join(', ')}.\n\nUsage:\n  npm run vitrine -- completion <bash|zsh|fish>`,
    )
  return SHELLS[shell](
    Object.entries(commands).flatMap(([noun, { verbs }]) =>
      Object.entries(verbs).map(([verb, declared]) => ({
        noun,
        verb,
        options: Object.keys(optionsOf(declared)).map(name => `--${name}`),
        words: Object.values((declared.parameters ?? {}) as Record<string, { choices?: string[] }>).flatMap(
          ({ choices = [] }) => choices,
        ),
      })),
    ),
  )
}

const nounsOf = (all: readonly Completed[]) => [
  ...new Set([...all.map(({ noun }) => noun), 'help', 'completion']),
]
const verbsOf = (all: readonly Completed[], of: string) =>
  all.filter(({ noun, verb }) => noun === of && verb !== '').map(({ verb }) => verb)

/** What stands after a noun, and after a verb. */
const cases = (all: readonly Completed[]): [string, string][] => [
  ...nounsOf(all).flatMap((noun): [string, string][] => {
    const verbs =
      noun === 'completion' ? Object.keys(SHELLS) : noun === 'help' ? nounsOf(all) : verbsOf(all, noun)
    return verbs.length > 0 ? [[noun, verbs.join(' ')]] : []
  }),
  ...all.map(({ noun, verb, words, options }): [string, string] => [
    verb === '' ? noun : `${noun} ${verb}`,
    [...words, ...options].join(' '),
  ]),
]

/** `npm run vitrine -- …` has no name that a shell could complete: the scripts define one. */
function bash(all: readonly Completed[]): string {
  return `# bash completion of vitrine. In ~/.bashrc:
#   vitrine() { npm run --silent vitrine -- "$@"; }
#   source <(vitrine completion bash)
_vitrine() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=''
  local noun="\${COMP_WORDS[1]}" verb="\${COMP_WORDS[2]}"
  if (( COMP_CWORD == 1 )); then
    words='${nounsOf(all).join(' ')}'
  else
    case "$noun" in
${nounsOf(all)
  .map(noun => bashCase(all, noun))
  .join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _vitrine vitrine`
}

function bashCase(all: readonly Completed[], noun: string): string {
  const of = new Map(cases(all))
  const verbs = verbsOf(all, noun)
  const first = of.get(noun) ?? ''
  if (verbs.length === 0) return `      ${noun}) words='${first}' ;;`
  const inner = verbs.map(verb => `          ${verb}) words='${of.get(`${noun} ${verb}`)}' ;;`).join('\n')
  return `      ${noun})
        if (( COMP_CWORD == 2 )); then words='${first}'
        else case "$verb" in
${inner}
        esac; fi ;;`
}

function zsh(all: readonly Completed[]): string {
  const lines = cases(all).map(([key, words]) => `    '${key}' '${words}'`)
  return `#compdef vitrine
# zsh completion of vitrine. In ~/.zshrc:
#   vitrine() { npm run --silent vitrine -- "$@"; }
#   source <(vitrine completion zsh)
_vitrine() {
  local -A after
  after=(
${lines.join('\n')}
  )
  local noun="$words[2]" verb="$words[3]" found=''
  if (( CURRENT == 2 )); then found='${nounsOf(all).join(' ')}'
  elif (( CURRENT == 3 )); then found="$after[$noun]"
  else found="\${after[$noun $verb]:-$after[$noun]}"
  fi
  compadd -- \${=found}
  [[ -n "$found" ]] || _files
}
compdef _vitrine vitrine`
}

function fish(all: readonly Completed[]): string {
  const first = nounsOf(all)
  return [
    '# fish completion of vitrine. In ~/.config/fish/config.fish:',
    '#   function vitrine; npm run --silent vitrine -- $argv; end',
    '#   vitrine completion fish | source',
    'function __vitrine_at',
    '    set -l words (commandline -opc)',
    '    test "$words[2..-1]" = "$argv"; or begin',
    '        test (count $argv) -gt 1; and test "$words[2..3]" = "$argv"',
    '    end',
    'end',
    `complete -c vitrine -n 'test (count (commandline -opc)) -eq 1' -f -a '${first.join(' ')}'`,
    ...cases(all).map(([key, words]) => `complete -c vitrine -n '__vitrine_at ${key}' -a '${words}'`),
  ].join('\n')
}
