import { closeSync, existsSync, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { isWrapped, KMS_VARIABLES, readUnwrapper } from './kms/read-wrapper.ts'
import { makeOrReadSecret } from './secret-file.ts'
import { type Settings, SettingsError } from './settings.ts'

const KEY_BYTES = 32

type Environment = Readonly<Record<string, string | undefined>>

/** Where a key can come from; at most one of the variables is given. */
interface Sources {
  /** What the operator is told. */
  readonly name: string
  readonly variables: Readonly<Record<string, (value: string, variable: string) => string>>
  /** As systemd's `LoadCredential=` names it, and the variable that stands in its place where that is set. */
  readonly credential: string
  readonly file: string
}

const sourcesOf = (prefix: string, name: string, credential: string): Sources => ({
  name,
  variables: {
    [prefix]: value => value,
    [`${prefix}_FILE`]: readKeyFile,
    [`${prefix}_FD`]: readDescriptor,
  },
  credential,
  file: `${prefix}_FILE`,
})
const CURRENT = sourcesOf('VITRINE_MASTER_KEY', 'master key', 'vitrine-master-key')
const PREVIOUS = sourcesOf(
  'VITRINE_PREVIOUS_MASTER_KEY',
  'previous master key',
  'vitrine-previous-master-key',
)

/** Whether a variable says where a key is, or who unwraps it, and is therefore nothing for another process of ours. */
export const isMasterKeyVariable = (name: string): boolean =>
  name === 'CREDENTIALS_DIRECTORY' ||
  KMS_VARIABLES.test(name) ||
  [CURRENT, PREVIOUS].some(it => Object.hasOwn(it.variables, name))

/** 32 bytes each. */
export interface MasterKeys {
  /** Under which the roots are sealed. */
  readonly masterKey: Buffer
  /** The one before, while `keys rotate` has not ended; `null` or absent: there is none. */
  readonly previousMasterKey?: Buffer | null
}

/**
 * The 32-byte key that protects every wallet, and the one before it while keys are sealed anew. Called by the supervisor alone; the API process never gets it.
 *
 * It comes from a file (`VITRINE_MASTER_KEY_FILE`, or systemd's credential `vitrine-master-key`), from a descriptor that
 * is open already (`VITRINE_MASTER_KEY_FD`, which is read to its end and closed), or from `VITRINE_MASTER_KEY`; the previous one
 * likewise (`VITRINE_PREVIOUS_MASTER_KEY_FILE` and so on, `vitrine-previous-master-key`). A
 * development server without any makes its own once, in `<data dir>/master-key`. Wherever it lies, it may be wrapped by a KMS.
 * @throws SettingsError
 */
export async function readMasterKeys(
  env: Environment,
  settings: Pick<Settings, 'development' | 'dataDir'>,
): Promise<MasterKeys> {
  const masterKey = await readMasterKey(env, settings)
  const previous = readGiven(env, PREVIOUS)
  const previousMasterKey = previous === null ? null : await open(previous, env, PREVIOUS)
  if (previousMasterKey?.equals(masterKey)) {
    throw new SettingsError('The previous master key is the master key itself: leave it out.')
  }
  return { masterKey, previousMasterKey }
}

async function readMasterKey(
  env: Environment,
  settings: Pick<Settings, 'development' | 'dataDir'>,
): Promise<Buffer> {
  const given = readGiven(env, CURRENT)
  const file = join(settings.dataDir, 'master-key')
  if (settings.development) return open(given ?? makeOrReadSecret(file, KEY_BYTES), env)
  if (given === null) {
    throw new SettingsError(
      'VITRINE_MASTER_KEY_FILE is not set. Make a key with `(umask 077; openssl rand -hex 32 > master-key)`, keep it in a secret store and back it up: without it no wallet can be opened.',
    )
  }
  const key = await open(given, env)
  // A key that has lain in a working copy is not a production secret.
  if (existsSync(file) && decode(readFileSync(file, 'utf8').trim()).equals(key)) {
    throw new SettingsError(
      `The master key is the one that the development server made (${file}). Make another with \`openssl rand -hex 32\`.`,
    )
  }
  return key
}

/** Whether the environment says where a master key is. */
export const namesMasterKey = (env: Environment): boolean =>
  [CURRENT, PREVIOUS].some(it => given(env, it).length > 0)

function readGiven(env: Environment, sources: Sources): string | null {
  const [source, ...more] = given(env, sources)
  if (more.length > 0) {
    throw new SettingsError(
      `The ${sources.name} is given in ${[source, ...more].map(it => it?.name).join(' and in ')}: give it once.`,
    )
  }
  return source ? source.read().trim() : null
}

function given(env: Environment, sources: Sources) {
  const named = Object.entries(sources.variables).flatMap(([name, read]) => {
    const value = env[name]
    return value ? [{ name, read: () => read(value, name) }] : []
  })
  const credential = join(env.CREDENTIALS_DIRECTORY ?? '', sources.credential)
  const isNamed = !env.CREDENTIALS_DIRECTORY || env[sources.file]
  if (isNamed || !existsSync(credential)) return named
  return [...named, { name: 'CREDENTIALS_DIRECTORY', read: () => readKeyFile(credential) }]
}

/** @throws SettingsError when somebody else can read or change the file. */
function readKeyFile(path: string): string {
  const unreadable = (why: unknown) =>
    new SettingsError(`The master key's file ${path} cannot be read (${why}).`)
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    throw unreadable(error instanceof Error && 'code' in error ? error.code : 'unknown error')
  }
  try {
    const stat = fstatSync(file)
    const refuse = (why: string) =>
      new SettingsError(`The master key's file ${path} ${why}: make it yours, with mode 0400.`)
    if (stat.isFile()) {
      if (stat.uid !== 0 && stat.uid !== process.getuid?.()) throw refuse('belongs to another user')
      // Of a container as well: this server's other processes are others there.
      if (stat.mode & 0o007) throw refuse('can be read or written by every user')
      // As systemd and orchestrators mount secrets: an access list, or a group that the orchestrator made, shows as the group's.
      const isMounted = stat.uid === 0 && isReadOnlyMount(realpathSync(path), mounts())
      if (stat.mode & 0o070 && !isMounted) throw refuse('can be read or written by a group')
    }
    // A folder opens, and then is not read.
    if (stat.isDirectory()) throw unreadable('it is a folder')
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}

const mounts = () => (existsSync('/proc/self/mountinfo') ? readFileSync('/proc/self/mountinfo', 'utf8') : '')

/** Whether the file system on which `path` is was mounted read-only. @param mountinfo see proc_pid_mountinfo(5) */
export function isReadOnlyMount(path: string, mountinfo: string): boolean {
  const found = mountinfo
    .split('\n')
    .map(line => line.split(' '))
    .map(([, , , , point = '', options = '']) => ({
      // A space in a path is written as \040.
      point: point.replaceAll(/\\(\d{3})/g, (_, octal: string) =>
        String.fromCharCode(Number.parseInt(octal, 8)),
      ),
      isReadOnly: options.split(',').includes('ro'),
    }))
    .filter(({ point }) => point !== '' && `${path}/`.startsWith(point === '/' ? '/' : `${point}/`))
    // Of two at one place the later one covers the earlier.
    .reduce((best, next) => (next.point.length >= best.point.length ? next : best), {
      point: '',
      isReadOnly: false,
    })
  return found.isReadOnly
}

function readDescriptor(value: string, variable: string): string {
  const descriptor = Number(value)
  if (!/^\d+$/.test(value) || descriptor < 3) {
    throw new SettingsError(`${variable} must be the number of a descriptor, 3 or more.`)
  }
  try {
    const text = readFileSync(descriptor, 'utf8')
    closeSync(descriptor)
    return text
  } catch {
    throw new SettingsError(`${variable} is ${value}, and nothing is open there.`)
  }
}

/** What lies wrapped is opened by the KMS that the environment names. */
async function open(text: string, env: Environment, { name }: Sources = CURRENT): Promise<Buffer> {
  if (!isWrapped(text)) return decode(text, name)
  const key = await readUnwrapper(env, text).unwrap(text)
  if (key.length !== KEY_BYTES) throw new SettingsError('What the KMS unwrapped is no master key.')
  return key
}

function decode(text: string, name = CURRENT.name): Buffer {
  const key = /^[0-9a-fA-F]{64}$/.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64url')
  if (key.length !== KEY_BYTES || !/^[\w-]+=?$/.test(text)) {
    throw new SettingsError(`The ${name} must be 32 bytes, as 64 hex digits or 43 characters of base64url.`)
  }
  return key
}
