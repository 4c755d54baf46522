/** What any program of Node's may need to know of the machine, and what holds no secret. */
const OF_THE_MACHINE = [
  ...['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'LC_ALL', 'NODE_ENV'],
  ...['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
]

/**
 * What a process gets of the environment: the machine's, and what it is named for. Whatever else is there, such as a secret
 * of another program, it does not get.
 */
export function environmentOf(
  env: NodeJS.ProcessEnv,
  isItsOwn: (name: string) => boolean = () => false,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && (OF_THE_MACHINE.includes(entry[0]) || isItsOwn(entry[0])),
    ),
  )
}
