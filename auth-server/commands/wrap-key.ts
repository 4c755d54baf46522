import { writeFileSync } from 'node:fs'
import { readWrapper } from '../kms/read-wrapper.ts'
import type { MasterKeys } from '../master-key.ts'
import { CommandError } from './command.ts'

/**
 * Has the KMS that the environment names wrap the master key, and unwrap it again, before the file is written: a text that does not
 * come back is no copy of a key.
 * @throws CommandError when the file is there; SettingsError of the KMS
 */
export async function wrapToFile(
  { masterKey }: MasterKeys,
  env: Readonly<Record<string, string | undefined>>,
  file: string,
): Promise<void> {
  const wrapper = readWrapper(env)
  const wrapped = await wrapper.wrap(masterKey)
  const again = await wrapper.unwrap(wrapped)
  const isSame = again.equals(masterKey)
  again.fill(0)
  if (!isSame) throw new CommandError('What the KMS unwraps is not what it wrapped.')
  try {
    writeFileSync(file, `${wrapped}\n`, { mode: 0o400, flag: 'wx' })
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    throw new CommandError(isThere ? `${file} is there already.` : `${file} cannot be written.`)
  }
}
