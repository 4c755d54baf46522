import { takeMasterKeys } from './environment-secret.mjs'
import { logNote } from './log.ts'
import { readMasterKeys } from './master-key.ts'
import { openPlaces } from './places/open-places.ts'
import { readProcessCode } from './processes/code.ts'
import { planSeparation } from './processes/separation.ts'
import { readSettings, SettingsError } from './settings.ts'
import { locateGuesses } from './signer-state.ts'
import { makeRunFolder, runSupervisor } from './supervisor.ts'
import { startTrusted } from './trusted-processes.ts'

/**
 * `npm run vitrine -- signer`: the signer, and the mailer if its settings are here, without the rest of the server. As a unit or
 * a container of their own they share nothing with it but their sockets. See "The signer apart" in `docs/operating.md`.
 */
await runSupervisor(async stops => {
  const env = takeMasterKeys()
  const settings = readSettings(process.env)
  const { signerSocket, mailerSocket, smtpUrl, smsGatewayUrl, uidBase, clientsGroup } = settings
  if (signerSocket === null) {
    throw new SettingsError(
      'VITRINE_SIGNER_SOCKET is not set: name where the signer listens, such as /run/vitrine/signer/signer.sock.',
    )
  }
  if (mailerSocket === null && (smtpUrl ?? smsGatewayUrl) !== null) {
    throw new SettingsError(
      'VITRINE_MAILER_SOCKET is not set: name where the mailer listens, such as /run/vitrine/mailer/mailer.sock; the server sends its notices by it.',
    )
  }
  // The mailer opens it itself. A file that cannot be read ends the start here, with one sentence.
  openPlaces(settings.geoipDatabase)
  const keys = await readMasterKeys(env, settings)
  const { users, note } = planSeparation(uidBase, ['signer', 'mailer'])
  if (note !== null) logNote(note)
  const { codeFolder, socketOf } = makeRunFolder(stops, users !== null)
  const { stop, mailer } = await startTrusted(settings, keys, {
    // The server that calls it tells it its roots: there is no database here.
    readRoots: null,
    signerSocket,
    mailerSocket: mailerSocket ?? socketOf('mailer'),
    codesSocket: socketOf('codes'),
    inbox: null,
    code: { signer: readProcessCode('signer'), mailer: readProcessCode('mailer') },
    codeFolder,
    guessesFile: locateGuesses(settings),
    users,
    clients: users && (clientsGroup ?? users.api.gid),
  })
  stops.push(stop)
  process.stdout.write(`signer  ${signerSocket}\n`)
  if (mailer) process.stdout.write(`mailer  ${mailer.socketPath}\n`)
})
