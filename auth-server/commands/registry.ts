import { appCommand } from './app.ts'
import type { Commands } from './arguments.ts'
import { auditCommand } from './audit.ts'
import { authorizationKeysCommand } from './authorization-keys.ts'
import { backupCommand } from './backup.ts'
import { captchaCommand } from './captcha.ts'
import { entryRuleCommand } from './entry-rule.ts'
import { jobCommand } from './job.ts'
import { keysCommand } from './keys.ts'
import { oauthCommand } from './oauth.ts'
import { operatorCommand } from './operator.ts'
import { policiesCommand } from './policies.ts'
import { secretCommand } from './provider-secret.ts'
import { recoveryCommand } from './recovery.ts'
import { restoreCommand } from './restore.ts'
import { serveCommand } from './serve.ts'
import { signerCommand } from './signer.ts'
import { signerKeyCommand } from './signer-key.ts'
import { telegramCommand } from './telegram.ts'
import { testAccountCommand } from './test-account.ts'
import { userCommand } from './user.ts'
import { verifyCommand } from './verify.ts'
import { walletsCommand } from './wallets.ts'
import { webhookCommand } from './webhook.ts'

/** All commands, in the order in which they are told. */
export const COMMANDS: Commands = {
  app: appCommand,
  allow: entryRuleCommand('allow'),
  deny: entryRuleCommand('deny'),
  'test-account': testAccountCommand,
  secret: secretCommand,
  oauth: oauthCommand,
  telegram: telegramCommand,
  captcha: captchaCommand,
  webhook: webhookCommand,
  job: jobCommand,
  recovery: recoveryCommand,
  wallets: walletsCommand,
  'authorization-keys': authorizationKeysCommand,
  policies: policiesCommand,
  user: userCommand,
  operator: operatorCommand,
  audit: auditCommand,
  verify: verifyCommand,
  backup: backupCommand,
  restore: restoreCommand,
  keys: keysCommand,
  'signer-key': signerKeyCommand,
  serve: serveCommand,
  signer: signerCommand,
}
