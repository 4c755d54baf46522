import { CODE_LIFETIME_MS } from '@vitrine/shared/otp/code.ts'
import { startLog } from '../../log.ts'
import { connectMailer } from '../../mailer/client.ts'
import { createAddressGuesses } from '../address-guesses.ts'
import { createDelegationMemory } from '../delegation-memory.ts'
import { createFactorTries } from '../factor-tries.ts'
import { GUESSES_FD, keepInFile } from '../guess-file.ts'
import { dropPrivileges, endSilentlyOnCrash } from '../hardening.ts'
import { CLOCK_SKEW_MS } from '../issue-code.ts'
import { createIssuerKeys } from '../issuer-keys.ts'
import { holdMasterKey } from '../master-key.ts'
import { receiveSecrets } from '../receive-secrets.ts'
import { createRootKeeper } from '../root-keeper.ts'
import type { SignerArguments } from '../spawn.ts'
import { createWrongGuesses } from '../wrong-guesses.ts'
import { serve } from './serve.ts'

/**
 * The signer process: `main.ts <SignerArguments as JSON>`, the master keys and its roots on standard input (see `start.ts`).
 *
 * Requirements:
 * 1. No debugger, report or crash message can show what is in memory.
 * 2. The master keys are wiped before the first connection.
 * 3. After it listens, the process needs no file but the one that it was given open, no right and no network but the
 *    mailer's socket, and keeps none.
 * 4. It ends when its parent does.
 */
const {
  socketPath,
  isShared,
  isOperators,
  secrets,
  keepsGuesses,
  origin,
  codesSocket,
  restoredMonth,
  user,
  log,
}: SignerArguments = JSON.parse(process.argv[2] ?? '{}')

process.title = 'vitrine-signer'
startLog('signer', log)
endSilentlyOnCrash()
process.stdin.once('close', () => process.exit(0))
process.once('SIGTERM', () => process.exit(0))
// Ctrl-C reaches the whole process group; the supervisor decides about the order.
process.on('SIGINT', () => {})

const { masterKeys, sealedRoots } = await receiveSecrets(process.stdin, secrets)
const roots = createRootKeeper(masterKeys.map(it => holdMasterKey(it, isOperators)))
if (sealedRoots !== null) roots.take(sealedRoots)
const wrongGuesses = createWrongGuesses(CODE_LIFETIME_MS + CLOCK_SKEW_MS)
// Asked for the first time when a code is sent or a key set needed.
const mailer = connectMailer(codesSocket ?? '')
const holdings = {
  roots,
  origin,
  wrongGuesses,
  addressGuesses: createAddressGuesses(keepsGuesses ? keepInFile(GUESSES_FD) : null),
  factorTries: createFactorTries(),
  delegations: createDelegationMemory(),
  mailer,
  issuerKeys: createIssuerKeys(mailer),
  restoredMonth,
  now: Date.now,
}
await serve(holdings, socketPath, { isShared, isOperators })
dropPrivileges(user)
process.stdout.write('ready\n')
