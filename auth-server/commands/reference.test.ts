import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { completion } from './completion.ts'
import { reference } from './reference.ts'
import { COMMANDS } from './registry.ts'
import { readCommand, runCommand } from './run.ts'

const helpOf = (...args: string[]) => {
  const read = readCommand(args)
  return 'help' in read ? read.help : ''
}

test('the documentation has what the declarations say', () => {
  const [, generated] = readFileSync('docs/command-line.md', 'utf8').split(/<!-- generated .* -->\n/)
  expect(generated?.trim()).toBe(reference(COMMANDS))
})

test('each verb has a page: name, synopsis, options, examples that can be read, exit status', () => {
  for (const [noun, { verbs }] of Object.entries(COMMANDS))
    for (const [name, { examples }] of Object.entries(verbs)) {
      const page = helpOf('help', noun, ...(name ? [name] : []))
      for (const heading of ['NAME', 'SYNOPSIS', 'OPTIONS', 'JSON', 'EXAMPLES', 'EXIT STATUS'])
        expect(page).toMatch(new RegExp(`^${heading}$`, 'm'))
      for (const example of examples) {
        const words = example.replace(/ [<>].*/, '').match(/"[^"]*"|\S+/g) ?? []
        expect(readCommand(words.map(word => word.replaceAll('"', '')))).toHaveProperty('run')
      }
    }
  expect(helpOf('help')).toContain('app delete')
  expect(() => readCommand(['help', 'ap'])).toThrow('Did you mean app?')
  expect(helpOf('help', 'completion')).toContain('completion <bash|zsh|fish>')
  expect(helpOf('completion', '--help')).toBe(helpOf('help', 'completion'))
  expect(() => readCommand(['complation', 'bash'])).toThrow('Did you mean completion?')
})

test('the version is that of the package', () => {
  expect(helpOf('--version')).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version)
})

/** What bash offers after these words. */
function offered(...words: string[]): string[] {
  const script = `${completion(COMMANDS, ['bash'])}
COMP_WORDS=(vitrine ${words.map(word => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _vitrine; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n')
}

test('bash completes nouns, verbs, options and choices', () => {
  expect(offered('ap')).toEqual(['app'])
  expect(offered('app', 'ro')).toEqual(['rotate-secret'])
  expect(offered('app', 'create', '--n')).toEqual(['--name'])
  expect(offered('secret', 'set', 'turn')).toEqual(['turnstile'])
  expect(offered('restore', '--y')).toEqual(['--yes'])
  expect(offered('help', 'web')).toEqual(['webhook'])
  expect(offered('completion', 'f')).toEqual(['fish'])
})

test('zsh and fish are told the same words', () => {
  for (const shell of ['zsh', 'fish']) {
    const script = completion(COMMANDS, [shell])
    for (const words of ['app create', 'rotate-secret', '--with-wallets', 'turnstile'])
      expect(script).toContain(words)
    // Quotes in pairs: a word with one would end the string around it.
    for (const line of script.split('\n').filter(each => !each.startsWith('#')))
      expect(line.split("'").length % 2).toBe(1)
  }
})

test('a shell that there is not is refused', async () => {
  await expect(async () => readCommand(['completion', 'fihs'])).rejects.toThrow('Did you mean fish?')
  await expect(runCommand({} as never, ['completion'])).rejects.toThrow('The shell is missing.')
})
