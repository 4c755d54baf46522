import { fileURLToPath } from 'node:url'
import { isLoopback } from '../settings-readers.ts'
import { Unexamined } from '../verify/download.ts'
import { examine, firstSiteOf, type Report } from '../verify/examine.ts'
import { readRelease, readReleaseFolder } from '../verify/release.ts'
import type { Finding } from '../verify/visit.ts'
import { type Answer, type Command, CommandError, EXIT, UsageError, verb } from './command.ts'

/** The server serves something else. What it is stands on standard output. */
class Differs extends CommandError {
  override readonly name = 'Differs'
}

/** Nothing can be said, or not of everything. */
class NotExamined extends CommandError {
  override readonly name = 'NotExamined'
  override readonly exitStatus = EXIT.misused
}

/** Findings on a screen; `--json` has all. */
const SHOWN = 50

export const verifyCommand: Command = {
  does: 'compares what a server serves with a release',
  verbs: {
    '': verb({
      does: 'downloads what a wallet origin gives to browsers and holds it against a release',
      more: 'Needs no database and no key, and works from any machine. Asks for each file as three browsers do, follows no redirect and believes nothing that the server says of itself. Ends with 0 where all is the same, with 1 where something differs, and with 2 where something could not be examined. Without --release and --build the release is what lies built beside this program.',
      effect: 'reads',
      isAlone: true,
      parameters: { origin: { label: 'wallet origin', says: 'such as https://wallet.example' } },
      options: {
        release: {
          takes: 'file or hash',
          says: 'the build-manifest.json that was published with a release, or the hash of its build',
        },
        build: { takes: 'folder', says: 'the `dist` of a checkout that was built' },
        app: { takes: 'app id', says: 'examines the documents of this app too' },
        origin: { takes: 'site', says: 'as the page that embeds it; else the first site of the app' },
      },
      json: '{"origin", "build", "said", "version", "files", "documents", "pages", "differences", "unexamined", "app"}',
      examples: [
        'verify https://wallet.example',
        'verify https://wallet.example --app app_1 --release build-manifest.json',
      ],
      async run({ args, options, tools, isJson }) {
        const origin = readOrigin(args.origin)
        try {
          const site =
            options.app === undefined ? null : (options.origin ?? (await firstSiteOf(origin, options.app)))
          if (options.app === undefined && options.origin !== undefined)
            throw new UsageError('--origin goes with --app.')
          if (options.app !== undefined && site === null)
            throw new NotExamined(`${origin} has no app ${options.app} with a site. Name one by --origin.`)
          const release = await releaseOf(options)
          const embedded = options.app !== undefined && site !== null ? { id: options.app, site } : null
          const report = await examine(origin, release, embedded)
          return concluded(report, isJson, tools.print)
        } catch (error) {
          if (error instanceof Unexamined)
            throw new NotExamined(`${origin} could not be examined: ${error.message}.`)
          throw error
        }
      },
    }),
  },
}

/** @throws UsageError */
function readOrigin(written: string): string {
  const url = URL.canParse(written) ? new URL(written) : null
  if (url?.pathname !== '/' || url.search || url.hash || url.username || url.password)
    throw new UsageError('The wallet origin is an address without a path, such as https://wallet.example.')
  // What comes in the clear is whoever's who stands on the way.
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.origin)))
    throw new UsageError('A wallet origin begins with https://, but on this machine.')
  return url.origin
}

async function releaseOf({ release, build }: { release: string | undefined; build: string | undefined }) {
  if (release !== undefined && build !== undefined)
    throw new UsageError('Write one of --release and --build.')
  try {
    if (release !== undefined) return await readRelease(release)
    return await readReleaseFolder(build ?? fileURLToPath(new URL('..', import.meta.url)))
  } catch (error) {
    throw new NotExamined(error instanceof Error ? error.message : 'The release cannot be read.')
  }
}

/** @throws Differs, NotExamined */
function concluded(report: Report, isJson: boolean, print: ((text: string) => void) | undefined): Answer {
  const answer = { text: describe(report), json: report }
  const { differences, unexamined } = report
  if (differences.length === 0 && unexamined.length === 0) return answer
  print?.(isJson ? JSON.stringify(report, null, 2) : answer.text)
  if (differences.length > 0)
    throw new Differs(`${report.origin} does not serve this release: ${differences.length} differences.`)
  throw new NotExamined(`${unexamined.length} answers of ${report.origin} could not be examined.`)
}

function describe(report: Report): string {
  const { origin, build, said, version, files, documents, pages, differences, unexamined, app } = report
  const lines = [
    `Server      ${origin}`,
    `Release     ${version === null ? '' : `${version}, `}${build}`,
    `It says     ${said ?? 'nothing of its build'}`,
    `Examined    ${files} files, ${documents} documents, ${pages} pages, each as three browsers ask for it`,
    ...(app
      ? [`Embedded by ${app.embedders}`, `Reaches     ${app.reaches}`]
      : ['Not asked   the documents of apps: name one by --app']),
    ...listed('Differs', differences),
    ...listed('Unexamined', unexamined),
    ...(differences.length + unexamined.length === 0 ? ['All is as in the release.'] : []),
  ]
  return lines.map(printable).join('\n')
}

const listed = (heading: string, findings: readonly Finding[]) => [
  ...findings.slice(0, SHOWN).map(({ path, what, browsers }) => {
    const as = browsers.length === 1 || browsers.length === 2 ? ` (${browsers.join(' and ')} alone)` : ''
    return `${heading.padEnd(11)} ${path}: ${what}${as}`
  }),
  ...(findings.length > SHOWN
    ? [`${heading.padEnd(11)} and ${findings.length - SHOWN} more: --json has all`]
    : []),
]

/** Text of a stranger's server shall not write on the terminal but in it. */
const printable = (line: string): string =>
  line.replace(/[^\x20-\x7e]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
