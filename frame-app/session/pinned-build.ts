import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'

/**
 * That the frame is of one of the builds that the page pins. It goes by what its document says: a server that lies there is found
 * from outside (`vitrine verify`).
 * @param origin the wallet origin
 * @param build of the document; `undefined`: the server does not know it, or has files of more than one
 * @param pins hashes of builds, with spaces between
 * @throws VitrineError `configuration_error`
 */
export function requirePinnedBuild(origin: string, build: string | undefined, pins: string): void {
  if (build !== undefined && pins.split(/\s+/).includes(build)) return
  const served = build === undefined ? 'does not say which build it serves' : `serves the build ${build}`
  throw clientError(
    'configuration_error',
    `This page pins the build ${pins || '""'} (data-build, build), and ${origin} ${served}. Hold it against the release by \`npm run vitrine -- verify ${origin}\`, then name it there, beside the one before while both are served.`,
  )
}
