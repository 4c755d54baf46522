import { CommandError, UsageError, verb } from './command.ts'
import { importUsersFile } from './import-users.ts'
import { startProgress } from './progress.ts'
import { checkSecret } from './provider-secret.ts'

/** `user import`: expects the people of a file at the running server, as the app's backend does (docs/moving-users.md). */
export const importUsersVerb = verb({
  does: 'expects the people of a file, who find wallets and metadata at their first login',
  more: 'Asks the running server, as the app’s backend does. Asks for the app secret, or reads it from standard input. The same file again finds what was done, so a run that was cut off is run again. Lines that fail are on standard error, by number; the others go on.',
  effect: 'changes',
  app: 'any',
  parameters: {
    file: { label: 'file', says: 'a .csv with named columns, or a .jsonl: docs/moving-users.md' },
  },
  options: {
    after: { takes: 'line', says: 'goes on after this line of the file' },
    out: { takes: 'file', says: 'a new .csv or .jsonl with what became of each line, and the addresses' },
  },
  json: '{"expected", "known", "exists", "failed", "errors": [{"line", "error"}]}',
  examples: ['user import app_1 people.csv --out addresses.csv < app-secret.txt'],
  async run({ app, args: { file }, options: { after = '0', out = null }, isJson, tools }) {
    if (!/^\d{1,9}$/.test(after)) throw new UsageError('--after takes the number of a line.')
    const secret = checkSecret(await tools.readSecret(`App secret of ${app.id}: `))
    const { stderr } = process
    const shown = isJson ? null : startProgress('rows', null, stderr, tools.now)
    const errors: { readonly line: number; readonly error: string }[] = []
    const counts = await importUsersFile({
      ...{ path: file, out, after: Number(after) },
      access: { origin: tools.origin, appId: app.id, secret },
      failed(line, error) {
        if (isJson) errors.push({ line, error })
        shown?.end()
        if (!isJson) stderr.write(`line ${line}  ${error}\n`)
      },
      ...(shown && { progress: ({ rows, bytes, of }) => shown.done(rows, bytes / of) }),
    }).finally(() => shown?.end())
    const { expected, known, exists, failed } = counts
    const sum = `${expected} expected, ${known} were expected before, ${exists} have an account already, ${failed} failed.`
    const json = { ...counts, errors }
    if (failed === 0) return { text: sum, json }
    if (isJson) (tools.print ?? (text => process.stdout.write(`${text}\n`)))(JSON.stringify(json, null, 2))
    throw new CommandError(`${sum} Correct those lines, and run the command again.`)
  },
})
